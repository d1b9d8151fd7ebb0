/**
 * The format of a season's bundle: every kind of line, with its fields in order and their types. The server writes bundles and the
 * proof reads them by this table; docs/rules/14-season-bundle.md explains the fields. Pure.
 */

/** The types of fields, each with the check of a value. */
const TYPES = {
  /** A whole number: an id, a count, a version. */
  whole: Number.isSafeInteger,
  /** Epoch ms. The tape derives each day up to a time, so a later one would keep a proof busy for years. */
  time: (value: unknown) => Number.isSafeInteger(value) && Number(value) < Date.UTC(2100, 0, 1),
  text: (value: unknown) => typeof value === 'string',
  flag: (value: unknown) => typeof value === 'boolean',
  /** Bytes in lower-case hex. */
  hex: (value: unknown) => typeof value === 'string' && /^[0-9a-f]*$/.test(value),
  /** Exact decimals as text, always with this number of decimals: each number has one text. */
  money: decimal(2),
  percent: decimal(2),
  price: decimal(4),
  quantity: decimal(6),
  dividend: decimal(6),
  entry: decimal(8),
} as const;

function decimal(places: number): (value: unknown) => boolean {
  const form = new RegExp(`^(?:-(?!0\\.0+$))?(?:0|[1-9]\\d*)\\.\\d{${places}}$`);
  return (value) => typeof value === 'string' && form.test(value);
}

type Type = keyof typeof TYPES;
/** A type of a field; with `?` the field may be null. */
export type FieldType = Type | `${Type}?`;

/**
 * The kinds of lines in the order of a bundle. Only the lines of the record (the kinds `rules` to `link`) are mixed
 * with each other.
 */
export const BUNDLE_LINES = {
  season: {
    version: 'whole',
    number: 'whole',
    market: 'text',
    hours: 'text',
    delaySec: 'whole',
    quoteMaxAgeMs: 'whole',
    tape: 'whole?',
    catalogue: 'text?',
    marketSeed: 'flag',
    tieRule: 'text',
    startCash: 'money',
    prize: 'money',
    startedAt: 'time',
    endedAt: 'time',
    traders: 'whole',
    fills: 'whole',
    events: 'whole',
    links: 'whole',
  },
  terms: {
    leastTrades: 'whole',
    leastDays: 'whole',
    longOnly: 'flag',
    entryClosesAt: 'time?',
    frozenHours: 'whole',
  },
  volumeShare: { percent: 'whole' },
  /** Only in the bundle of a private game; `tickers` are separated by blanks. */
  game: { tickers: 'text?', dayTrades: 'whole?' },
  seed: { period: 'whole', from: 'time', hash: 'hex', seed: 'hex', marketSeed: 'flag' },
  split: {
    n: 'whole',
    symbol: 'text',
    date: 'text',
    numerator: 'whole',
    denominator: 'whole',
    trader: 'whole',
    afterFill: 'whole',
    before: 'quantity',
    since: 'quantity',
    after: 'quantity',
    entryAfter: 'entry',
  },
  dividend: {
    n: 'whole',
    symbol: 'text',
    date: 'text',
    perShare: 'dividend',
    effectiveAt: 'time',
    at: 'time',
    trader: 'whole',
    afterFill: 'whole',
    afterSplit: 'whole',
    shares: 'quantity',
    cash: 'money',
  },
  volume: { n: 'whole', symbol: 'text', date: 'text', session: 'text', volume: 'whole' },
  rename: { n: 'whole', old: 'text', new: 'text', at: 'time', firstFill: 'whole' },
  settlement: {
    n: 'whole',
    symbol: 'text',
    price: 'price',
    at: 'time',
    firstFill: 'whole',
    lastFill: 'whole',
    reason: 'text',
  },
  trader: { id: 'whole', name: 'text', isAdmin: 'flag' },
  rules: {
    firstFill: 'whole',
    at: 'time',
    minPrice: 'money',
    maxShare: 'whole?',
    minHoldMinutes: 'whole',
    hideOpen: 'flag',
  },
  fill: {
    id: 'whole',
    trader: 'whole',
    action: 'text',
    symbol: 'text',
    quantity: 'quantity',
    price: 'price',
    cash: 'money',
    quoteAt: 'time',
    source: 'text',
    filledAt: 'time',
    reason: 'text?',
    order: 'text?',
  },
  event: {
    id: 'whole',
    trader: 'whole',
    order: 'text',
    change: 'text',
    at: 'time',
    fill: 'whole?',
    rev: 'whole',
    symbol: 'text',
    action: 'text',
    type: 'text',
    tif: 'text',
    quantity: 'quantity?',
    amount: 'money?',
    closeAll: 'flag',
    limit: 'price?',
    stop: 'price?',
    trailAmount: 'price?',
    trailPercent: 'percent?',
    mark: 'price?',
    status: 'text',
    reason: 'text?',
    parent: 'text?',
    role: 'text?',
    oco: 'text?',
    hold: 'money',
    placedAt: 'time',
    activeFrom: 'time?',
    triggeredAt: 'time?',
    expiresAt: 'time?',
    finalAt: 'time?',
  },
  salt: { seq: 'whole', salt: 'hex' },
  link: {
    seq: 'whole',
    at: 'time',
    rules: 'whole',
    firstFill: 'whole?',
    lastFill: 'whole?',
    firstEvent: 'whole?',
    lastEvent: 'whole?',
    rowsHash: 'hex',
    head: 'hex',
  },
  mark: { symbol: 'text', price: 'price', quoteAt: 'time?', source: 'text?' },
  prize: { place: 'whole', amount: 'money' },
  decision: { n: 'whole', at: 'time', change: 'text', trader: 'whole?', place: 'whole?', amount: 'money?' },
  standing: {
    row: 'whole',
    trader: 'whole',
    place: 'whole?',
    rank: 'text',
    equity: 'money',
    realised: 'money',
    trades: 'whole',
    cash: 'money',
    isOut: 'flag',
  },
  award: { trader: 'whole', place: 'whole', amount: 'money' },
  end: { hash: 'hex' },
} as const satisfies Record<string, Record<string, FieldType>>;

export type BundleKind = keyof typeof BUNDLE_LINES;
type Fields<K extends BundleKind> = (typeof BUNDLE_LINES)[K];
type ValueOf<T> = T extends 'whole' | 'time' ? number : T extends 'flag' ? boolean : string;

export type LineOf<K extends BundleKind> = {
  -readonly [F in keyof Fields<K>]: Fields<K>[F] extends `${infer T}?`
    ? ValueOf<T> | null
    : ValueOf<Fields<K>[F]>;
};
export type BundleRow = { [K in BundleKind]: { kind: K; values: LineOf<K> } }[BundleKind];

export const lineFields = <K extends BundleKind>(kind: K): (keyof LineOf<K> & string)[] =>
  Object.keys(BUNDLE_LINES[kind]) as (keyof LineOf<K> & string)[];

/** Writes a line, without its line break. */
export const bundleLine = <K extends BundleKind>(kind: K, values: LineOf<K>): string =>
  JSON.stringify([kind, ...lineFields(kind).map((name) => values[name])]);

/** Reads a line of a bundle. @returns null for an unknown kind, a wrong number of fields, or a field of another type */
export function readBundleLine(text: string): BundleRow | null {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(line) || typeof line[0] !== 'string' || !Object.hasOwn(BUNDLE_LINES, line[0]))
    return null;
  const kind = line[0] as BundleKind;
  const fields = Object.entries<FieldType>(BUNDLE_LINES[kind]);
  const values: Record<string, unknown> = {};
  for (const [n, [name, type]] of fields.entries()) {
    const value = line[n + 1];
    const isThere = value === null ? type.endsWith('?') : TYPES[type.replace('?', '') as Type](value);
    if (!isThere) return null;
    values[name] = value;
  }
  return line.length === fields.length + 1 ? ({ kind, values } as BundleRow) : null;
}
