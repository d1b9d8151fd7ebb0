/** Converts the lines of a bundle to rows for the proof (docs/rules/14-season-bundle.md 5-14). */
import { readCents } from '#core/money/money.ts';
import type { EventKind } from '#core/orders/order.ts';
import { isoOrNull, type OrderJson } from '#core/orders/order-json.ts';
import type { LineOf } from '#core/season/bundle-lines.ts';
import type { ChainLink } from '#core/season/chain.ts';
import type { MarketKind, SeasonTerms } from '#core/season/terms.ts';
import { isRulesVersion, NEWEST_RULES, type RulesVersion } from '#core/season/terms.ts';
import { ACTIONS, type Action, type CloseReason } from '#core/trading/position.ts';
import { NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import { CannotCheckError } from './terms.ts';

export type BundleSeason = {
  rulesVersion: RulesVersion;
  number: number;
  terms: SeasonTerms;
  /** Dollars, decimal string. */
  startCash: string;
  /** The prize pool, shekels. */
  prize: string;
  startedAt: Date;
  endedAt: Date;
  /** Numbers of lines by kind. */
  counts: Pick<LineOf<'season'>, 'traders' | 'fills' | 'events' | 'links'>;
};

/** Reads the season line. @throws CannotCheckError for a format this program does not know */
export function readSeason(line: LineOf<'season'>): BundleSeason {
  const { version, number, startCash, prize, startedAt, endedAt, traders, fills, events, links } = line;
  if (!isRulesVersion(version))
    throw new CannotCheckError(
      `The bundle is of version ${version}, and this program knows versions 1 to ${NEWEST_RULES}.`,
    );
  return {
    rulesVersion: version,
    number,
    startCash,
    prize,
    counts: { traders, fills, events, links },
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
    terms: {
      market: line.market as MarketKind,
      hours: line.hours as SeasonTerms['hours'],
      delaySec: line.delaySec,
      quoteMaxAgeMs: line.quoteMaxAgeMs,
      marketSeed: line.marketSeed,
      tieRule: line.tieRule,
      tape: line.tape === null ? null : { version: line.tape, catalogue: line.catalogue! },
    },
  };
}

export type BundleFill = Omit<LineOf<'fill'>, 'id' | 'action' | 'reason'> & {
  id: bigint;
  action: Action;
  reason: CloseReason | null;
};

const REASONS: readonly (string | null)[] = [null, 'forced_cover', 'settlement', 'reverse'];

/** @throws RangeError for an action or a reason that no fill of a bundle has */
export function readFill(line: LineOf<'fill'>): BundleFill {
  const { id, action, reason } = line;
  if (!ACTIONS.some((each) => each === action) || !REASONS.includes(reason))
    throw new RangeError(`no fill is a ${action} of reason ${reason}`);
  return { ...line, id: BigInt(id), action: action as Action, reason: reason as CloseReason | null };
}

export type BundleEvent = {
  id: bigint;
  trader: number;
  order: string;
  kind: EventKind;
  /** Epoch ms. */
  at: number;
  fill: bigint | null;
  terms: OrderJson;
};

export function readEvent(line: LineOf<'event'>): BundleEvent {
  const { id, trader, order, change, at, fill } = line;
  const terms = {
    id: order,
    client_order_id: null,
    rev: line.rev,
    symbol: line.symbol,
    action: line.action,
    type: line.type,
    tif: line.tif,
    quantity: line.quantity,
    amount: line.amount,
    close_all: line.closeAll,
    limit_price: line.limit,
    stop_price: line.stop,
    trail_amount: line.trailAmount,
    trail_percent: line.trailPercent,
    mark: line.mark,
    status: line.status,
    reason: line.reason,
    parent_id: line.parent,
    role: line.role,
    oco_id: line.oco,
    hold: line.hold,
    placed_at: isoOrNull(line.placedAt),
    active_from: isoOrNull(line.activeFrom),
    triggered_at: isoOrNull(line.triggeredAt),
    expires_at: isoOrNull(line.expiresAt),
    final_at: isoOrNull(line.finalAt),
  } as OrderJson;
  const kind = change as EventKind;
  return { id: BigInt(id), trader, order, kind, at, fill: bigId(fill), terms };
}

const bigId = (id: number | null) => (id === null ? null : BigInt(id));

export const readLink = (line: LineOf<'link'>): ChainLink => ({
  ...line,
  firstFill: bigId(line.firstFill),
  lastFill: bigId(line.lastFill),
  firstEvent: bigId(line.firstEvent),
  lastEvent: bigId(line.lastEvent),
});

/**
 * The rules that no edit changes during a season: a bundle has them once, in the lines `terms`, `volumeShare` and
 * `game`.
 */
export type FixedRules = Pick<Rules, 'longOnly' | 'maxVolume' | 'tickers' | 'dayTrades'>;

export function readRule(line: LineOf<'rules'>, fixedRules: FixedRules): { firstFill: bigint; rules: Rules } {
  const { firstFill, at: _, minPrice, ...rest } = line;
  return {
    firstFill: BigInt(firstFill),
    rules: { ...NO_RULES, ...rest, minPrice: readCents(minPrice), ...fixedRules },
  };
}
