// One binary blob for data, questions and answers: "SVML", the header's length, a JSON header, then
// arrays, each starting at a multiple of 8 so that typed arrays can look straight into the buffer.

const TYPES = { f8: Float64Array, f4: Float32Array, i4: Int32Array, u1: Uint8Array, i1: Int8Array };
const NAMES = new Map(Object.entries(TYPES).map(([name, type]) => [type, name]));
const MAGIC = [0x53, 0x56, 0x4d, 0x4c];

const aligned = (length) => (length + 7) & ~7;

/** Blob of a header and arrays `{name: typed array | [typed array, shape]}`. */
export function pack(header, arrays = {}) {
  const list = Object.entries(arrays).map(([name, value]) => {
    const [data, shape] = Array.isArray(value) ? value : [value, [value.length]];
    return { name, data, shape, type: NAMES.get(data.constructor) };
  });
  const described = list.map(({ name, type, shape }) => ({ name, type, shape }));
  const head = new TextEncoder().encode(JSON.stringify({ ...header, arrays: described }));
  const start = aligned(8 + head.length);
  const bytes = new Uint8Array(list.reduce((sum, a) => sum + aligned(a.data.byteLength), start));
  bytes.set(MAGIC);
  new DataView(bytes.buffer).setUint32(4, head.length, true);
  bytes.set(head, 8);
  let offset = start;
  for (const { data } of list) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), offset);
    offset += aligned(data.byteLength);
  }
  return bytes;
}

/** `[header, {name: typed array}]` of a blob; throws where the blob is not one of ours. */
export function unpack(blob) {
  // Streamlit hands out views at arbitrary offsets, where a Float64Array cannot start: copy first.
  const bytes = blob instanceof ArrayBuffer ? new Uint8Array(blob) : blob.slice();
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw new Error("not an SVML blob");
  const length = new DataView(bytes.buffer).getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  const arrays = {};
  let offset = aligned(8 + length);
  for (const { name, type, shape } of header.arrays ?? []) {
    arrays[name] = new TYPES[type](bytes.buffer, offset, shape.reduce((a, b) => a * b, 1));
    offset += aligned(arrays[name].byteLength);
  }
  return [header, arrays];
}

/** Base64 text of bytes, for the channel that carries JSON only. */
export function toText(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x2000) text += String.fromCharCode(...bytes.subarray(i, i + 0x2000));
  return btoa(text);
}
