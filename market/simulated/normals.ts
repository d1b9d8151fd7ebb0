/** Standard normal numbers by table: cheap, bounded, and the same in every language. */

/** One for each value of a byte. */
const BINS = 256;
/** Stretches the tails so that 256 numbers have the normal's fourth moment too, 3; without it they have 2.92. */
const STRETCH = 0.004213079;

/**
 * The normal quantile by Wichura's rational approximations (AS 241, Applied Statistics 37, 1988, 477–484), relative
 * error about 1e-16. Python's `statistics.NormalDist().inv_cdf` is the same algorithm.
 * @param p above 0.5, under 1
 */
function quantile(p: number): number {
  const q = p - 0.5;
  if (q <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRE_TOP, r)) / polynomial(CENTRE_BOTTOM, r);
  }
  const r = Math.sqrt(-Math.log(1 - p)) - 1.6;
  return polynomial(TAIL_TOP, r) / polynomial(TAIL_BOTTOM, r);
}

const polynomial = (from: readonly number[], x: number) => from.reduce((sum, c) => sum * x + c, 0);

const CENTRE_TOP = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
  1971.5909503065513, 133.14166789178438, 3.3871328727963665,
];
const CENTRE_BOTTOM = [
  5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
  687.1870074920579, 42.31333070160091, 1,
];
const TAIL_TOP = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const TAIL_BOTTOM = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];

/**
 * A normal number for each byte, ascending: the quantiles q at the middle of 256 equal bins as q + c·q³, scaled to variance 1
 * and rounded to six decimals. Mean 0 to the last digit, variance 1 and fourth moment 3 to a millionth. Rounding makes
 * the table independent of how a machine computes a logarithm.
 */
export const NORMALS: Float64Array = (() => {
  const middles = Array.from({ length: BINS / 2 }, (_, k) => quantile(0.5 + (k + 0.5) / BINS));
  const variance = (of: readonly number[]) => of.reduce((sum, z) => sum + z * z, 0) / of.length;
  const width = Math.sqrt(variance(middles));
  const half = middles.map((q) => q / width).map((q) => q + STRETCH * q * q * q);
  const scale = 1 / Math.sqrt(variance(half));
  const table = new Float64Array(BINS);
  for (const [k, z] of half.entries()) {
    table[BINS / 2 + k] = Math.round(z * scale * 1e6) / 1e6;
    table[BINS / 2 - 1 - k] = -table[BINS / 2 + k]!;
  }
  return table;
})();

/** No number of the table is larger. */
export const MOST_NORMAL: number = NORMALS[BINS - 1]!;
