/** The query of /screener: the fields of its form, in the address of the page. */
import {
  firstDirection,
  SCAN_ORDERS,
  type ScanDirection,
  type ScanOrder,
  TRADE_TYPES,
  type TradeType,
} from '../market/screener.ts';
import { type Doubt, doubtOf, plainOf } from '../money/typed-decimal.ts';
import { ScreenerQuery } from './market.ts';

export const SCAN_FIELDS = [
  'priceMoreThan',
  'priceLowerThan',
  'volumeMoreThan',
  'marketCapMoreThan',
  'sector',
] as const;
export type ScanField = (typeof SCAN_FIELDS)[number];

export type Scan = {
  /** True once the form is sent. Before that the page lists the day's biggest moves. */
  isScan: boolean;
  types: TradeType[];
  /** As typed. */
  values: Partial<Record<ScanField, string>>;
  by: ScanOrder;
  direction: ScanDirection;
  page: number;
};

type Query = Record<string, unknown>;

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((each) => each === [value].flat()[0]);

/** Reads the query of an address. Unknown values count as absent, except in filters, which `scanFilter` checks. */
export function readScan(query: Query): Scan {
  const types = [query.type].flat();
  const by = oneOf(SCAN_ORDERS, query.by) ?? 'marketCap';
  const filled = SCAN_FIELDS.map((field) => [field, [query[field]].flat()[0]] as const).filter(
    (pair): pair is [ScanField, string] => typeof pair[1] === 'string' && pair[1].trim() !== '',
  );
  const page = Number([query.page].flat()[0]);
  return {
    isScan: query.scan !== undefined,
    types: TRADE_TYPES.filter((type) => types.includes(type)),
    values: Object.fromEntries(filled),
    by,
    direction: oneOf(['asc', 'desc'] as const, query.dir) ?? firstDirection(by),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The problem of a filter: it is not a number, is too long, or has two readings. */
export type ScanIssue = 'invalid' | Doubt;
export type ScanIssues = Partial<Record<ScanField, ScanIssue>>;

/** Returns the filter of a scan, or its wrong fields. */
export function scanFilter({ values }: Scan): { filter: ScreenerQuery } | { wrong: ScanIssues } {
  const plain = Object.entries(values).map(([field, text]) => [
    field,
    field === 'sector' ? text.trim() : plainOf(text),
  ]);
  const result = ScreenerQuery.safeParse(Object.fromEntries(plain));
  if (result.success) return { filter: result.data };
  const paths = result.error.issues.map(({ path }) => path[0]);
  const wrong = SCAN_FIELDS.filter((field) => paths.includes(field));
  return {
    wrong: Object.fromEntries(wrong.map((field) => [field, doubtOf(values[field] ?? '') ?? 'invalid'])),
  };
}

/** Returns the address of a scan, without parameters that have their default. */
export function scanHref({ types, values, by, direction, page }: Scan): string {
  const query = new URLSearchParams({ scan: '1' });
  for (const type of types) query.append('type', type);
  for (const field of SCAN_FIELDS) if (values[field]) query.set(field, values[field]);
  if (by !== 'marketCap') query.set('by', by);
  if (direction !== firstDirection(by)) query.set('dir', direction);
  if (page > 1) query.set('page', String(page));
  return `/screener?${query}`;
}
