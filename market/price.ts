/** Prices as exact decimal texts. */

/** 1/10,000 $ as a decimal string of two to four decimals: 1274900 is "127.49". */
export function tenthsText(tenths: number): string {
  return (tenths / 10_000).toFixed(4).replace(/0{1,2}$/, '');
}

/** A provider's price in dollars on our lattice of 1/10,000 $. @returns null when it is no price of a share */
export function onLattice(dollars: number): string | null {
  const tenths = Math.round(dollars * 10_000);
  return Number.isSafeInteger(tenths) && tenths > 0 && dollars < 1e9 ? tenthsText(tenths) : null;
}
