/**
 * Orders. One at a time per user in this process; the account's version guards against other processes. The
 * quote is fetched before anything is read, `core/trading/order.ts` decides, one statement commits (db/queries/trading.ts).
 */

import { createHash } from 'node:crypto';
import { canTrade } from '#core/account/permissions.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/contract/errors.ts';
import type { TradeAnswer } from '#core/contract/schemas/trade.ts';
import { answerOf } from '#core/contract/schemas/trade-answer.ts';
import { readPrice, toNumber } from '#core/money/money.ts';
import { gainXp, LEVEL_REWARD_TKF, type Progress } from '#core/progress/xp.ts';
import { FORCE_PERCENT, type Marked, planForcedCover } from '#core/trading/margin.ts';
import { type Decision, decide, type Order } from '#core/trading/order.ts';
import type { Leg } from '#core/trading/position.ts';
import { earnsXp, type Rules, type Terms } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { readHoldings } from '#db/queries/portfolio.ts';
import { grantSeasonAccount } from '#db/queries/seasons.ts';
import { type Commit, commitTrade, readTradeState } from '#db/queries/trading.ts';
import type { Market, Quote } from '#market/market.ts';
import type { PriceCheck } from '../market-split/price-check.ts';
import type { Clock } from '../platform/clock.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import { createQueue } from '../platform/queue.ts';
import type { Settings } from '../platform/settings.ts';
import type { Bus, Notice } from '../realtime/bus.ts';
import { ageOf, demandOpen, isFresh, notFresh, orderQuote, quoteOf, type TimedQuote } from './quotes.ts';

/** Who trades. */
export type Trader = Pick<SessionUser, 'id' | 'username' | 'isAdmin'>;
export type Executed = Once<TradeAnswer>;
export type Trading = ReturnType<typeof createTrading>;

/** Times a decision is made anew after another process was faster. */
const ATTEMPTS = 40;

export function createTrading(deps: {
  sql: Sql;
  market: Market;
  clock: Clock;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  bus: Pick<Bus, 'publish'>;
  priceCheck: PriceCheck;
}) {
  const { sql, market, clock, settings, bus, priceCheck } = deps;
  const queue = createQueue<number>();
  const answers = createAnswers<TradeAnswer>({ sql, clock });

  const ageNow = (quote: TimedQuote) => ageOf(market, quote.asOfMs);
  const fresh = (quote: Quote): quote is TimedQuote => isFresh(market, quote, settings.quoteMaxAgeMs);

  /** Fresh quotes of all the symbols; null when there is one that nobody may be closed out at. */
  async function freshQuotes(symbols: readonly string[]): Promise<Map<string, TimedQuote> | null> {
    const many = await market.quotes(symbols);
    const found = new Map<string, TimedQuote>();
    for (const symbol of symbols) {
      const marked = many.get(symbol);
      // asked for by itself a price has its time, which a provider may leave out of many
      const quote = marked?.asOfMs === null ? await quoteOf(market, symbol).catch(() => null) : marked;
      if (!quote || !fresh(quote)) return null;
      found.set(symbol, quote);
    }
    return found;
  }

  /** @throws AppError COMPETITION_INACTIVE */
  async function stateFor(trader: Trader, symbol: string) {
    const state = await readTradeState(sql, trader.id, symbol);
    const over = !state || state.status === 'archived' || !canTrade(trader, state.status === 'active');
    if (over) throw fail('COMPETITION_INACTIVE');
    if (state.account) return { ...state, account: state.account };
    // registered between two seasons, or an admin who tries things
    await grantSeasonAccount(sql, state.seasonId, trader.id);
    return null;
  }

  /** Commits unless the quotes got too old. */
  async function commit(
    state: { seasonId: number; rules: Rules; progress: Progress },
    decision: Decision,
    quotes: ReadonlyMap<string, TimedQuote>,
    rest: Pick<Commit, 'userId' | 'version' | 'anyStatus' | 'isOrder' | 'idempotency' | 'at' | 'markId'> & {
      quotedPrice: bigint | null;
    },
  ): Promise<boolean> {
    const { quotedPrice, ...who } = rest;
    const gained = gainXp(state.progress, decision.xp);
    const legs = decision.legs.map((leg) => {
      const quote = quotes.get(leg.symbol)!;
      return {
        leg,
        quote: { quotedPrice, asOfMs: quote.asOfMs, ageMs: ageNow(quote), source: quote.source },
      };
    });
    const patienceMs = settings.quoteMaxAgeMs - Math.max(...legs.map((leg) => leg.quote.ageMs));
    if (patienceMs < 0) return false;
    return await commitTrade(sql, {
      ...who,
      seasonId: state.seasonId,
      rules: state.rules,
      cash: decision.cash,
      pnl: decision.pnl,
      legs,
      gain: {
        xp: decision.xp,
        levelBefore: state.progress.level,
        level: gained.level,
        tkf: gained.tkf,
        tkfPerLevel: LEVEL_REWARD_TKF,
      },
      patienceMs,
    });
  }

  /** Decides and commits one order, anew for as long as somebody else was faster. */
  async function fill(
    trader: Trader,
    order: Order,
    { key, markId }: { key: UsedKey | null; markId: bigint | null },
  ): Promise<TradeAnswer> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      demandOpen(market);
      const quote = await orderQuote(market, order.symbol);
      const state = await stateFor(trader, order.symbol);
      if (!state) continue;
      if (!fresh(quote)) throw notFresh(market, order.symbol);
      if (!(await priceCheck.demand(quote))) continue;
      const { account, held } = state;
      const alone = state.openCount - (held ? 1 : 0) === 0;
      const now = clock.now();
      const terms: Terms = { rules: state.rules, startCash: state.startCash, now };
      const decision = decide(order, { cash: account.cash, alone }, held, readPrice(quote.price), terms);
      const answer = answerOf(order, decision, state.progress, {
        ageMs: ageNow(quote),
        source: quote.source,
      });
      const done = await commit(state, decision, new Map([[order.symbol, quote]]), {
        userId: trader.id,
        version: account.version,
        anyStatus: trader.isAdmin,
        isOrder: true,
        at: new Date(now),
        quotedPrice: order.quotedPrice,
        markId,
        idempotency: key && { ...key, response: JSON.stringify(answer) },
      });
      if (!done) continue;
      tell(trader, decision, state.rules);
      return answer;
    }
    throw fail('UNAVAILABLE');
  }

  /** Tells open pages about a commit. */
  function tell(trader: Pick<Trader, 'id' | 'username'>, decision: Decision, rules: Rules): void {
    bus.publish({ type: 'traded', userId: trader.id });
    const leg = decision.legs.findLast((each) => each.closed);
    if (!leg?.closed) return;
    // a slice of what is still open would tell of it
    if (rules.hideOpen && leg.position.quantity > 0n) return;
    const profitPercentage = toNumber(leg.closed.pnlPercent, 2);
    bus.publish({ type: 'tradeSuccess', username: trader.username, profitPercentage });
  }

  /** @returns whether something was covered */
  async function coverOne(userId: number): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (!market.session().open) return false;
      const holdings = await readHoldings(sql, userId);
      if (holdings?.status !== 'active' || !holdings.open.some((h) => h.position.isShort)) return false;
      const quotes = await freshQuotes(holdings.open.map((h) => h.position.symbol));
      if (!quotes || (await priceCheck.sound(sql, quotes)).size < quotes.size) return false;
      const held: Marked[] = holdings.open.map(({ position }) => ({
        ...{ position, price: readPrice(quotes.get(position.symbol)!.price) },
      }));
      const now = clock.now();
      const plan = planForcedCover(holdings.cash, held, (p) =>
        earnsXp(holdings.rules, p.lastIncreasedAt, now),
      );
      if (!plan) return false;
      const done = await commit(holdings, plan, quotes, {
        userId,
        version: holdings.version,
        anyStatus: false,
        isOrder: false,
        at: new Date(now),
        quotedPrice: null,
        markId: null,
        idempotency: null,
      });
      if (!done) continue;
      bus.publish({ type: 'traded', userId });
      bus.publish({ type: 'notice', userId, kind: 'error', ...noticeOf(plan.legs) });
      return true;
    }
    return false;
  }

  return {
    /**
     * Fills an order of `trader` at the newest price.
     * @param options.idempotencyKey the fill of a key is the answer to every repeat of the same order
     * @param options.markId of the browser the order came from
     * @throws AppError IDEMPOTENCY_MISMATCH, COMPETITION_INACTIVE, MARKET_CLOSED, UNKNOWN_SYMBOL, STALE_PRICE,
     * SPLIT_CHECK, UNAVAILABLE and those of `decide`
     */
    async execute(
      trader: Trader,
      order: Order,
      options: { idempotencyKey?: string | null; markId?: bigint | null } = {},
    ): Promise<Executed> {
      const { idempotencyKey: text, markId = null } = options;
      return await queue(trader.id, async () => {
        if (text === null || text === undefined) {
          return { answer: await fill(trader, order, { key: null, markId }), replayed: false };
        }
        return await answers.once(trader.id, text, hashOf(order), (key) =>
          fill(trader, order, { key, markId }),
        );
      });
    },

    /**
     * Covers shorts of those among `userIds` whose equity is below 30% of their market value, at the newest prices.
     * @returns how many accounts were covered
     */
    async forceCovers(userIds: readonly number[]): Promise<number> {
      let covered = 0;
      for (const userId of userIds) {
        if (await queue(userId, () => coverOne(userId))) covered += 1;
      }
      return covered;
    },

    /** Forgets answers to Idempotency-Keys older than a day. */
    forgetAnswers: answers.forget,
  };
}

/** What makes two requests the same one. */
function hashOf(order: Order): Uint8Array {
  const { symbol, action, size, reverse, quotedPrice } = order;
  const text = JSON.stringify([symbol, action, size, reverse, quotedPrice], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest();
}

/** What the trader reads about a forced cover. */
function noticeOf(legs: readonly Leg[]): Pick<Notice, 'title' | 'message'> {
  const symbols = [...new Set(legs.filter((leg) => leg.action === 'cover').map((leg) => leg.symbol))];
  return {
    title: { key: 'messages:coveredTitle' },
    message: { key: 'messages:covered', params: { symbols, percent: Number(FORCE_PERCENT) } },
  };
}
