// How a number is written for reading, by the rule of ui/words/numbers.py; one table of tests holds both.

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

/** Both ends of an axis, with as many digits as tell them apart, up to 15. */
export function apart(low, high, short) {
  const written = (digits) => [low, high].map((end) => number(end, short, digits));
  for (let digits = 3; digits < 15; digits++) if (new Set(written(digits)).size > 1) return written(digits);
  return written(15);
}
