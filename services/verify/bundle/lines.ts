/**
 * Parses the lines of a bundle (docs/rules/14-season-bundle.md 5-14), strictly: no field more, less or of another type.
 */
import type { Rank } from '#core/leaderboard/rank.ts';
import { readCents } from '#core/money/money.ts';
import type { EventKind } from '#core/orders/order.ts';
import type { ChainLink } from '#core/season/chain.ts';
import type { MarketKind, SeasonTerms } from '#core/season/terms.ts';
import { isRulesVersion, NEWEST_RULES, type RulesVersion } from '#core/season/terms.ts';
import type { Action, CloseReason } from '#core/trading/position.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { OrderJson } from '#db/queries/orders/columns.ts';
import type { BundleCounts, BundleStanding } from '#db/queries/proof/bundle.ts';
import { SeasonDiffersError } from '../difference.ts';
import { CannotCheckError } from '../terms.ts';

/** The types of a kind's fields: i a whole number, s text, b true or false; a capital may be null. */
const SHAPES = {
  season: 'iissiiISbsssiiiiii',
  seed: 'iissb',
  split: 'issiiiissss',
  trader: 'isb',
  rules: 'iisIib',
  fill: 'iisssssisiSS',
  event: 'iissiIissssSSbSSSSSsSSSSsiIIII',
  link: 'iiiIIIIss',
  mark: 'ssIS',
  standing: 'iiIsssisb',
  end: 's',
} as const;

export type Kind = keyof typeof SHAPES;

/** A line: its kind and its values. */
export type BundleLine = { kind: Kind; values: readonly unknown[] };

const TYPES: Record<string, (value: unknown) => boolean> = {
  i: (value) => Number.isSafeInteger(value),
  s: (value) => typeof value === 'string',
  b: (value) => typeof value === 'boolean',
};

/** Parses a line. @param n number of the line, from 1 on @throws SeasonDiffersError */
export function readLine(text: string, n: number): BundleLine {
  const wrong = new SeasonDiffersError(`Line ${n} is no line of a bundle: ${text.slice(0, 80)}`);
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    throw wrong;
  }
  if (!Array.isArray(line) || !Object.hasOwn(SHAPES, line[0])) throw wrong;
  const [kind, ...values] = line as [Kind, ...unknown[]];
  const shape = SHAPES[kind];
  const fits = [...shape].every((type, i) =>
    values[i] === null ? type !== type.toLowerCase() : TYPES[type.toLowerCase()]!(values[i]),
  );
  if (!fits || values.length !== shape.length) throw wrong;
  return { kind, values };
}

export type BundleSeason = {
  rulesVersion: RulesVersion;
  number: number;
  terms: SeasonTerms;
  startCash: string;
  startedAt: Date;
  endedAt: Date;
  counts: BundleCounts;
};

/** Reads the season line. @throws CannotCheckError for a format this program does not know */
export function readSeason(values: readonly unknown[]): BundleSeason {
  const [version, number, market, hours, delaySec, quoteMaxAgeMs, tape, catalogue, marketSeed, tieRule] =
    values as [
      number,
      number,
      MarketKind,
      SeasonTerms['hours'],
      number,
      number,
      number,
      string,
      boolean,
      string,
    ];
  if (!isRulesVersion(version))
    throw new CannotCheckError(
      `The bundle is of version ${version}, and this program knows versions 1 to ${NEWEST_RULES}.`,
    );
  const [startCash, , started, ended, traders, fills, events, links] = values.slice(10) as [
    ...[string, string, number, number],
    ...[number, number, number, number],
  ];
  return {
    ...{ rulesVersion: version, number, startCash, counts: { traders, fills, events, links } },
    ...{ startedAt: new Date(started), endedAt: new Date(ended) },
    terms: {
      ...{ market, hours, delaySec, quoteMaxAgeMs, marketSeed, tieRule },
      tape: tape === null ? null : { version: tape, catalogue },
    },
  };
}

export type BundleFill = {
  id: bigint;
  trader: number;
  action: Action;
  symbol: string;
  quantity: string;
  price: string;
  cash: string;
  quoteAt: number;
  source: string;
  filledAt: number;
  reason: CloseReason | null;
  order: string | null;
};

type FillValues = [number, number, Action, string, string, string, string, number, string, number];

export function readFill(values: readonly unknown[]): BundleFill {
  const [id, trader, action, symbol, quantity, price, cash, quoteAt, source, filledAt] = values as FillValues;
  const [reason, order] = values.slice(10) as [CloseReason | null, string | null];
  return {
    ...{ id: BigInt(id), trader, action, symbol, quantity, price, cash, quoteAt, source, filledAt },
    ...{ reason, order },
  };
}

export type BundleEvent = {
  id: bigint;
  trader: number;
  order: string;
  kind: EventKind;
  at: number;
  fill: bigint | null;
  terms: OrderJson;
};

/** The fields of an event's terms, in their order. */
const TERMS = [
  ...[
    'rev',
    'symbol',
    'action',
    'type',
    'tif',
    'quantity',
    'amount',
    'close_all',
    'limit_price',
    'stop_price',
  ],
  ...['trail_amount', 'trail_percent', 'mark', 'status', 'reason', 'parent_id', 'role', 'oco_id', 'hold'],
];
const TIMES = ['placed_at', 'active_from', 'triggered_at', 'expires_at', 'final_at'];
const TERMS_AT = 6;
const TIMES_AT = TERMS_AT + TERMS.length;

export function readEvent(values: readonly unknown[]): BundleEvent {
  const [id, trader, order, kind, at, fill] = values as [number, number, string, EventKind, number, number];
  const time = (ms: unknown) => (ms === null ? null : new Date(ms as number).toISOString());
  const terms = Object.fromEntries([
    ['id', order],
    ['client_order_id', null],
    ...TERMS.map((name, i) => [name, values[TERMS_AT + i]]),
    ...TIMES.map((name, i) => [name, time(values[TIMES_AT + i])]),
  ]) as unknown as OrderJson;
  return { id: BigInt(id), trader, order, kind, at, fill: fill === null ? null : BigInt(fill), terms };
}

export function readLink(values: readonly unknown[]): ChainLink {
  const [seq, at, rules, firstFill, lastFill, firstEvent, lastEvent, rowsHash, head] = values as [
    ...[number, number, number, number | null, number | null, number | null, number | null],
    ...[string, string],
  ];
  const id = (value: number | null) => (value === null ? null : BigInt(value));
  return {
    ...{ seq, at, rules, rowsHash, head, firstFill: id(firstFill), lastFill: id(lastFill) },
    ...{ firstEvent: id(firstEvent), lastEvent: id(lastEvent) },
  };
}

export function readRule(values: readonly unknown[]): { firstFill: bigint; rules: Rules } {
  const [firstFill, , minPrice, maxShare, minHoldMinutes, hideOpen] = values as [
    ...[number, number, string, number | null, number, boolean],
  ];
  return {
    firstFill: BigInt(firstFill),
    rules: { minPrice: readCents(minPrice), maxShare, minHoldMinutes, hideOpen },
  };
}

export function readStanding(values: readonly unknown[]): BundleStanding {
  const [row, trader, place, rank, equity, realised, trades, cash, isOut] = values as [
    ...[number, number, number | null, Rank, string, string, number, string, boolean],
  ];
  return { row, trader, place, rank, equity, realised, trades, cash, isOut };
}
