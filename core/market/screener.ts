/** The screener: the condition of each trade type, and how its results are sorted. */

/** A company in the results. Dollars, shares a day, percent since the previous close; null where unknown. */
export type ScanRow = {
  symbol: string;
  companyName: string;
  sector: string;
  price: number;
  changePercent: number | null;
  volume: number;
  marketCap: number | null;
  beta: number | null;
};

export const TRADE_TYPES = ['day', 'swing', 'momentum', 'value', 'growth', 'breakout', 'earnings'] as const;
export type TradeType = (typeof TRADE_TYPES)[number];

/** The conditions of docs/rules/09-market.md 5; an unknown figure fails them. */
const LOOKS_FOR: Record<TradeType, (row: ScanRow) => boolean> = {
  day: ({ volume }) => volume > 1_000_000,
  swing: ({ beta }) => beta !== null && beta < 2,
  momentum: ({ changePercent: change }) => change !== null && change > 1,
  value: ({ beta, marketCap }) => beta !== null && beta < 1 && marketCap !== null && marketCap > 50e9,
  growth: ({ beta, marketCap }) => beta !== null && beta > 1.2 && marketCap !== null && marketCap < 300e9,
  breakout: ({ changePercent: change, volume }) => change !== null && change > 2 && volume > 2_000_000,
  earnings: ({ changePercent: change, volume }) =>
    change !== null && Math.abs(change) > 2 && volume > 5_000_000,
};

/** Returns the rows that meet the conditions of all trade types. */
export function suiting<Row extends ScanRow>(rows: readonly Row[], types: readonly TradeType[]): Row[] {
  return rows.filter((row) => types.every((type) => LOOKS_FOR[type](row)));
}

/** Columns to sort by. Numbers are first sorted in descending order, words in ascending order. */
export const SCAN_ORDERS = [
  'symbol',
  'price',
  'changePercent',
  'volume',
  'marketCap',
  'beta',
  'sector',
] as const;
export type ScanOrder = (typeof SCAN_ORDERS)[number];
export type ScanDirection = 'asc' | 'desc';

export const firstDirection = (order: ScanOrder): ScanDirection =>
  order === 'symbol' || order === 'sector' ? 'asc' : 'desc';

/** Returns the rows sorted by a column, then by symbol; unknown figures come last in both directions. */
export function orderScan<Row extends ScanRow>(
  rows: readonly Row[],
  by: ScanOrder,
  direction: ScanDirection,
): Row[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [a[by], b[by]];
    const bySymbol = a.symbol < b.symbol ? -1 : 1;
    if (x === y) return bySymbol;
    if (x === null) return 1;
    if (y === null) return -1;
    return x < y ? -sign : sign;
  });
}

/** Returns the rows with the largest moves of the day, up or down, largest first. @param count the most rows */
export function biggestMoves<Row extends ScanRow>(rows: readonly Row[], count: number): Row[] {
  const sizeOf = ({ changePercent }: Row) => Math.abs(changePercent ?? 0);
  return orderScan(rows, 'symbol', 'asc')
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, count);
}

/** Sectors as price feeds name them; their names in each language are the texts `screener:sectors.<name>`. */
export const SECTORS = [
  'Technology',
  'Communication Services',
  'Consumer Cyclical',
  'Consumer Defensive',
  'Healthcare',
  'Financial Services',
  'Energy',
  'Industrials',
  'Basic Materials',
  'Utilities',
  'Real Estate',
  'Index Funds',
] as const;

type Sector = (typeof SECTORS)[number];

export const isSector = (name: string): name is Sector => (SECTORS as readonly string[]).includes(name);

/**
 * Returns the sectors that a typed text selects: the sectors whose name in the reader's language contains the text.
 * Returns the text itself when it is English or matches no sector, because a price feed may have other sectors.
 * @param nameOf returns the sector's name in the reader's language
 */
export function sectorsNamed(text: string, nameOf: (sector: Sector) => string): readonly string[] {
  const typed = text.trim().toLowerCase();
  const english = SECTORS.some((each) => each.toLowerCase().includes(typed));
  const matches = english ? [] : SECTORS.filter((each) => nameOf(each).toLowerCase().includes(typed));
  return matches.length > 0 ? matches : [text];
}
