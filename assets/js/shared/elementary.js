// The functions of core/lowlevel/elementary.py bit for bit: the same constants, and the same IEEE operations in the same
// order. Those of Math may differ from browser to browser in their last bits.

const LOG2E = 1.4426950408889634;
const [LN2, LN2_REST] = [0.6931471803691238, 1.9082149292705877e-10];
const [UNDERFLOWS, OVERFLOWS] = [-746, 710];
const MAGIC = 1.5 * 2 ** 52; // adding it rounds to a whole number
export const LONGEST_ANGLE = 2 ** 20;
const QUARTERS = 2 / Math.PI;

// Powers of two, 2^k at FARTHEST + k; doubling and halving are exact.
const FARTHEST = 540;
const POWERS = new Float64Array(2 * FARTHEST + 1).fill(1);
for (let k = 1; k <= FARTHEST; k++) {
  POWERS[FARTHEST + k] = 2 * POWERS[FARTHEST + k - 1];
  POWERS[FARTHEST - k] = POWERS[FARTHEST - k + 1] / 2;
}

// The upper half of the bits of a number is read and written here.
const float = new Float64Array(1);
const halves = new Int32Array(float.buffer);
const UPPER = new Uint8Array(Uint16Array.of(1).buffer)[0]; // 1 where the lower half comes first
const [DIGITS_OF_UPPER, BIAS] = [20, 1023];

/** e^x. @param {number} x */
export function exponential(x) {
  if (x !== x) return x;
  x = x < UNDERFLOWS ? UNDERFLOWS : x > OVERFLOWS ? OVERFLOWS : x;
  const n = x * LOG2E + MAGIC - MAGIC;
  const r = x - n * LN2 - n * LN2_REST;
  let q = 2.5100377619606372e-8 * r + 2.7620078203806394e-7;
  q = q * r + 2.7557268476553695e-6;
  q = q * r + 2.4801521317484083e-5;
  q = q * r + 0.00019841269863042963;
  q = q * r + 0.0013888888917199863;
  q = q * r + 0.008333333333330063;
  q = q * r + 0.04166666666662416;
  q = q * r + 0.16666666666666669;
  q = q * r + 0.5;
  const half = n * 0.5 + MAGIC - MAGIC; // 2^n in two parts: alone it may overflow or underflow
  return (1 + (r + r * r * q)) * POWERS[FARTHEST + half] * POWERS[FARTHEST + n - half];
}

/** cos(x + quarters pi / 2) for |x| <= LONGEST_ANGLE. @param {number} x @param {number} quarters */
export function wave(x, quarters) {
  const n = x * QUARTERS + MAGIC - MAGIC;
  const a = x - n * 1.5707963267341256;
  let w = n * 6.077100506303966e-11;
  const b = a - w;
  let v = a - b;
  let lost = a - (b + v) + (v - w);
  w = n * 2.0222662487111665e-21;
  const c = b - w;
  v = b - c;
  lost = lost + (b - (c + v) + (v - w)) - n * 8.4784276603689e-32;
  const r = c + lost;
  const y = c - r + lost;
  const z = r * r;
  const half = 0.5 * z;
  const quarter = n + quarters;
  const value = quarter & 1 ? sine(r, y, z, half) : cosine(r, y, z, half);
  return (quarter + 1) & 2 ? -value : value;
}

function sine(r, y, z, half) {
  let s = 1.591810123027412e-10 * z - 2.5051131455427946e-8;
  s = s * z + 2.755731610068303e-6;
  s = s * z - 0.0001984126983675497;
  s = s * z + 0.008333333333330946;
  s = s * z - 0.16666666666666666;
  return r + (r * z * s + y * (1 - half));
}

function cosine(r, y, z, half) {
  let t = -1.1382614868556325e-11 * z + 2.0876146024689747e-9;
  t = t * z - 2.7557317270560326e-7;
  t = t * z + 2.4801587298763433e-5;
  t = t * z - 0.0013888888888887395;
  t = t * z + 0.041666666666666664;
  const top = 1 - half;
  return top + (1 - top - half + (z * z * t - r * y));
}

/** tanh x. @param {number} x */
export function hyperbolicTangent(x) {
  if (x === 0) return x; // with its sign
  const size = Math.abs(x);
  const value = size < 0.5625 ? nearZero(size) : 1 + -2 / (exponential(2 * size) + 1);
  return x < 0 ? -value : value;
}

function nearZero(size) {
  const z = size * size;
  const above = ((-6.901311249137337e-5 * z - 0.9565217391304348) * z - 83.93478260869566) * z - 1305.6521739130435;
  const below = ((z + 96.1304347826087) * z + 1818.5869565217392) * z + 3916.9565217391305;
  return size + (size * z * above) / below;
}

/** log x; of 0 -inf, below it NaN. @param {number} x */
export function logarithm(x) {
  if (!(x > 0 && x < Infinity)) return x > 0 ? x : x === 0 ? -Infinity : NaN;
  const scale = x < 2 ** -1022 ? 54 : 0;
  float[0] = scale ? x * 2 ** 54 : x;
  let exponent = (halves[UPPER] >> DIGITS_OF_UPPER) - BIAS;
  halves[UPPER] -= exponent << DIGITS_OF_UPPER;
  let digits = float[0];
  exponent -= scale;
  if (digits > 1.4142135623730951) {
    digits *= 0.5;
    exponent++;
  }
  const s = (digits - 1) / (digits + 1);
  const z = s * s;
  let total = 0;
  for (let k = 23; k > 1; k -= 2) total = (total + 1 / k) * z;
  return exponent * LN2 + (2 * s + (2 * s * total + exponent * LN2_REST));
}

/** a^exponent for a whole exponent by repeated squaring, as in core/problem/formula/code.py. @param {number} a @param {number} exponent */
export function power(a, exponent) {
  let [product, base] = [1, a];
  for (let left = Math.abs(exponent); left > 0; left >>= 1) {
    if (left & 1) product *= base;
    base *= base;
  }
  return exponent < 0 ? 1 / product : product;
}
