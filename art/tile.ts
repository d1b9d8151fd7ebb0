/** Letter tiles, in place of a missing picture. */

/** Muted grounds on which white letters are readable (contrast at least 4.5). */
const GROUNDS = ['#3b4a6b', '#2f5d50', '#5b3b6b', '#6b4a2f', '#2f4f6b', '#6b2f45', '#44552f', '#4a4a55'];

/** Returns the first two letters or digits of a ticker, or `?`, and their ground, which is constant for a ticker. */
export function tileOf(symbol: string): { letters: string; ground: string } {
  let hash = 0;
  for (const c of symbol) hash = (hash * 31 + c.charCodeAt(0)) >>> 0;
  return {
    letters: symbol.replace(/[^A-Z0-9]/g, '').slice(0, 2) || '?',
    ground: GROUNDS[hash % GROUNDS.length]!,
  };
}

/** Returns the tile as an SVG of 64 × 64. */
export function letterTile(symbol: string): string {
  const { letters, ground } = tileOf(symbol);
  const size = letters.length === 1 ? 34 : 27;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">` +
    `<rect width="64" height="64" rx="12" fill="${ground}"/>` +
    `<text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="${size}" font-weight="700" ` +
    `text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`
  );
}
