// One blob for data, questions and answers: "SVML", length of the header, JSON header, arrays, each at a multiple of 8
// so that typed arrays can look straight into the buffer. The twin of ui/solve/wire.py.

const TYPES = { f8: Float64Array, f4: Float32Array, i4: Int32Array, u1: Uint8Array, i1: Int8Array };
const MAGIC = [0x53, 0x56, 0x4d, 0x4c];

const aligned = (length) => (length + 7) & ~7;

/** Blob of a header and arrays `{name: typed array | [typed array, shape]}`. */
export function pack(header, arrays = {}) {
  const list = Object.entries(arrays).map(([name, value]) => [name, ...[value].flat()]);
  const described = list.map(([name, data, shape = [data.length]]) => ({
    name, type: Object.keys(TYPES).find((key) => data instanceof TYPES[key]), shape,
  }));
  const head = new TextEncoder().encode(JSON.stringify({ ...header, arrays: described }));
  let offset = aligned(8 + head.length);
  const bytes = new Uint8Array(list.reduce((sum, [, data]) => sum + aligned(data.byteLength), offset));
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint32(4, head.length, true);
  bytes.set(head, 8);
  for (const [, { buffer, byteOffset, byteLength }] of list) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += aligned(byteLength);
  }
  return bytes;
}

/** `[header, {name: typed array}]` of a blob; throws where the blob is not one of ours. */
export function unpack(blob) {
  // Streamlit hands out views at any offset, where a Float64Array cannot start: this copies.
  const bytes = new Uint8Array(blob);
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw new Error("not an SVML blob");
  const end = 8 + new DataView(bytes.buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, end)));
  let offset = aligned(end);
  const arrays = header.arrays.map(({ name, type, shape }) => {
    const data = new TYPES[type](bytes.buffer, offset, shape.reduce((a, b) => a * b, 1));
    offset += aligned(data.byteLength);
    return [name, data];
  });
  return [header, Object.fromEntries(arrays)];
}

/** Base64 text of bytes, for the channel that carries JSON only. */
export const toText = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
