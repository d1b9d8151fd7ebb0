/** A bundle's lines as docs/rules/14-season-bundle.md names their values. */

type Common = { kind: string /** From 1. */; line: number /** Where its bytes begin. */; start: number };
export type SeasonLine = Common & {
  format: number;
  number: number;
  market: 'simulated' | 'replay' | 'fmp';
  hours: string;
  quoteMaxAgeMs: number;
  tape: number | null;
  catalogue: string | null;
  tieRule: string;
  startCash: string;
  startedAt: number;
  endedAt: number;
  traders: number;
  fills: number;
  events: number;
  links: number;
};
export type SeedLine = Common & { period: number; from: number; hash: string; seed: string };
export type ShareSplitLine = Common & {
  n: number;
  symbol: string;
  numerator: number;
  denominator: number;
  trader: number;
  afterFill: number;
  before: string;
  since: string;
  after: string;
  entryAfter: string;
};
export type TraderLine = Common & { id: number; name: string; isAdmin: boolean };
export type RulesLine = Common & { firstFill: number; minPrice: string; maxShare: number | null };
export type FillLine = Common & {
  id: number;
  trader: number;
  action: 'buy' | 'sell' | 'short' | 'cover';
  symbol: string;
  quantity: string;
  price: string;
  cash: string;
  quoteAt: number;
  source: string;
  filledAt: number;
  reason: string | null;
  order: string | null;
};
export type EventLine = Common & {
  id: number;
  trader: number;
  order: string;
  /** What happened to it. */
  change: string;
  at: number;
  fill: number | null;
  rev: number;
  symbol: string;
  action: string;
  type: string;
  tif: string;
  quantity: string | null;
  amount: string | null;
  closeAll: boolean;
  limit: string | null;
  stop: string | null;
  trailAmount: string | null;
  trailPercent: string | null;
  mark: string | null;
  status: string;
  reason: string | null;
  parent: string | null;
  role: string | null;
  oco: string | null;
  hold: string;
  placedAt: number;
  activeFrom: number | null;
  triggeredAt: number | null;
  expiresAt: number | null;
  finalAt: number | null;
};
export type LinkLine = Common & {
  seq: number;
  at: number;
  rules: number;
  firstFill: number | null;
  lastFill: number | null;
  firstEvent: number | null;
  lastEvent: number | null;
  rowsHash: string;
  head: string;
};
export type MarkLine = Common & { symbol: string; price: string; quoteAt: number; source: string };
export type StandingLine = Common & {
  row: number;
  trader: number;
  place: number | null;
  rank: string;
  equity: string;
  realised: string;
  trades: number;
  cash: string;
  isOut: boolean;
};
export type EndLine = Common & { hash: string };

/** All lines by their kind, and those of the record in their order. */
export type BundleLines = {
  season: SeasonLine[];
  seed: SeedLine[];
  split: ShareSplitLine[];
  trader: TraderLine[];
  rules: RulesLine[];
  fill: FillLine[];
  event: EventLine[];
  link: LinkLine[];
  mark: MarkLine[];
  standing: StandingLine[];
  end: EndLine[];
};
export type LineKind = keyof BundleLines;

const FIELDS: Record<LineKind, string> = {
  season:
    'format number market hours delaySec quoteMaxAgeMs tape catalogue marketSeed tieRule startCash prize startedAt endedAt traders fills events links',
  seed: 'period from hash seed marketSeed',
  split: 'n symbol date numerator denominator trader afterFill before since after entryAfter',
  trader: 'id name isAdmin',
  rules: 'firstFill at minPrice maxShare minHoldMinutes hideOpen',
  fill: 'id trader action symbol quantity price cash quoteAt source filledAt reason order',
  event:
    'id trader order change at fill rev symbol action type tif quantity amount closeAll limit stop trailAmount trailPercent mark status reason parent role oco hold placedAt activeFrom triggeredAt expiresAt finalAt',
  link: 'seq at rules firstFill lastFill firstEvent lastEvent rowsHash head',
  mark: 'symbol price quoteAt source',
  standing: 'row trader place rank equity realised trades cash isOut',
  end: 'hash',
};
/** The order in which kinds come; those of the record share a place. */
const PLACE: Record<LineKind, number> = {
  season: 0,
  seed: 1,
  split: 2,
  trader: 3,
  rules: 4,
  fill: 4,
  event: 4,
  link: 4,
  mark: 5,
  standing: 6,
  end: 7,
};

const isKind = (kind: unknown): kind is LineKind => typeof kind === 'string' && Object.hasOwn(FIELDS, kind);

/** What is wrong with the form of a line. */
export type LineFault = { line: number; what: 'unreadable' | 'misplaced' };
export type ReadBundle = { lines: BundleLines; record: Common[]; faults: LineFault[] };

/** Cuts a bundle into its lines. */
export function readLines(bytes: Uint8Array): ReadBundle {
  const lines = Object.fromEntries(Object.keys(FIELDS).map((kind) => [kind, []])) as unknown as BundleLines;
  const record: Common[] = [];
  const faults: LineFault[] = [];
  const decoder = new TextDecoder();
  const last = new Map<string, number | string>();
  let place = 0;
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const newline = bytes.indexOf(10, start);
    const stop = newline < 0 ? bytes.length : newline;
    const row = readLine(decoder.decode(bytes.subarray(start, stop)), line, start);
    start = stop + 1;
    if (row === null || newline < 0) {
      faults.push({ line, what: 'unreadable' });
      if (row === null) continue;
    }
    const { kind, first, values } = row;
    const previous = last.get(kind);
    if (PLACE[kind] < place || (previous !== undefined && !(previous < first)))
      faults.push({ line, what: 'misplaced' });
    place = PLACE[kind];
    last.set(kind, first);
    (lines[kind] as Common[]).push(values);
    if (place === 4) record.push(values);
  }
  if (place !== 7) faults.push({ line: 0, what: 'unreadable' });
  return { lines, record, faults };
}

function readLine(text: string, line: number, start: number) {
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(all) || !isKind(all[0])) return null;
  const kind = all[0];
  const names = FIELDS[kind].split(' ');
  if (all.length !== names.length + 1) return null;
  const values = Object.fromEntries(names.map((name, i) => [name, all[i + 1]]));
  return { kind, first: all[1] as number | string, values: { kind, line, start, ...values } as Common };
}
