// How a number is written, as in ui/words/numbers.py; one table of tests holds both.

const raised = (power) => `10${[...`${power}`].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]).join("")}`;

/** `digits` significant digits. `short`: no final zeros, and noise is 0. */
export function number(value, short, digits = 3) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "–";
  if (Math.abs(value) < (short ? 1e-12 : Number.MIN_VALUE)) return "0";
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const plain = exponent >= -3 && exponent < 5;
  let text = plain ? value.toFixed(Math.max(digits - 1 - exponent, 0)) : mantissa;
  if (text.includes(".") && (short || +(plain ? text : `${text}e${exponent}`) === value)) text = `${+text}`;
  if (!plain) text = `${text}\u00a0×\u00a0${raised(+exponent)}`.replace(/^(-?)1\u00a0×\u00a0/, "$1");
  return text.replace("-", "−");
}

/** Two ends, with as many digits as tell them apart, up to 15. */
export function apart(low, high, digits = 3) {
  const ends = [low, high].map((end) => number(end, true, digits));
  return ends[0] === ends[1] && digits < 15 ? apart(low, high, digits + 1) : ends;
}
