/** Builds the commit of a step: a change of orders, or a fill with its consequences. */
import type { PriceE4, XpCents } from '#core/money/units.ts';
import { type Book, type Draft, heldCash } from '#core/orders/book.ts';
import { gainXp, type Progress } from '#core/progress/xp.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import type { DayCount } from '#core/trading/day-limits.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { NewNotification } from '#db/queries/account/notifications.ts';
import type { OrdersCommit, OrdersWrite } from '#db/queries/orders/commit.ts';
import type { Fence } from '#db/queries/platform/leases.ts';
import type { Commit, FillQuote } from '#db/queries/trading/commit.ts';

/** A trader's book with the version that guards its commits. */
export type SettledAccount = {
  userId: number;
  username: string;
  seasonId: number;
  status: SeasonStatus;
  rules: Rules;
  version: bigint;
  progress: Progress;
  matchedTo: number;
  today: DayCount;
  book: Book;
};

type Quoted = (symbol: string, at: number) => Omit<FillQuote, 'quotedPrice'>;
export type More = {
  fence?: Fence | null;
  quoted?: Quoted;
  quotedPrice?: PriceE4 | null;
  markId?: bigint | null;
  idempotency?: OrdersCommit['idempotency'];
  reason?: OrdersCommit['reason'];
  patienceMs?: number;
  /** True when no request caused the step: the trader is also notified of fills, triggers, rejections and expiries. */
  isNews?: boolean;
  /** False for fills that the trader did not order, such as a settlement. */
  isOrder?: boolean;
};

type StepOptions = More & { notifications?: readonly NewNotification[] };

/** Prices and lease of the matching process. */
export type Matcher = Pick<More, 'quoted' | 'fence'>;

/**
 * The maximum number of attempts to commit one decision. An attempt fails when another process has changed the account
 * since it was read.
 */
export const ATTEMPTS = 40;
/** A statement that has waited longer than this commits nothing, ms. A later commit derives the same fill. */
const PATIENCE_MS = 8_000;
export const ordersOf = (draft: Draft): OrdersWrite => ({
  changes: draft.changes,
  held: heldCash(draft),
  live: draft.orders.size,
});

/** Returns the commit of a step without a fill. @param siteMs the site's time, epoch ms */
export function changeOf(
  { userId, seasonId, rules, version }: SettledAccount,
  draft: Draft,
  siteMs: number,
  { idempotency = null, reason, patienceMs = PATIENCE_MS, fence, notifications = [] }: StepOptions,
): OrdersCommit {
  const orders = ordersOf(draft);
  return {
    userId,
    seasonId,
    rules,
    version,
    anyStatus: false,
    orders,
    patienceMs,
    idempotency,
    reason,
    fence,
    notifications,
    decidedMs: Date.now(),
    at: new Date(siteMs),
  };
}

/** Returns what XP gives an account with this progress. */
export function gainOf(progress: Progress, xp: XpCents): Commit['gain'] {
  const { level, tkf } = gainXp(progress, xp);
  return { xp, levelBefore: progress.level, level, tkf };
}

/** Returns the commit of a step with fills. @param siteMs the site's time, epoch ms */
export function tradeOf(
  account: SettledAccount,
  draft: Draft,
  siteMs: number,
  more: StepOptions & { quoted: (symbol: string) => Omit<FillQuote, 'quotedPrice'> },
): Commit {
  const { markId = null, quotedPrice = null, isOrder = true } = more;
  return {
    ...changeOf(account, draft, siteMs, more),
    cash: draft.cash,
    pnl: draft.pnl,
    isOrder,
    markId,
    fills: draft.fills.map((fill, n) => ({
      fill,
      quote: { ...more.quoted(fill.symbol), quotedPrice },
      orderId: draft.changes.find((change) => change.fill === n)?.order.id,
    })),
    gain: gainOf(account.progress, draft.xp),
  };
}
