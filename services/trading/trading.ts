/**
 * Fills immediate orders, one at a time per user in this process; the account's version guards against other
 * processes. Each trade reads the quote, then the account. `core/trading/order.ts` decides, and one statement commits
 * (db/queries/trading/commit.ts).
 */
import { createHash } from 'node:crypto';
import { canTrade } from '#core/account/permissions.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { PositionName } from '#core/contract/positions.ts';
import { answerOf, type TradeAnswer } from '#core/contract/trade.ts';
import { readPrice } from '#core/money/money.ts';
import type { Cents } from '#core/money/units.ts';
import type { Book } from '#core/orders/book.ts';
import { followTrade } from '#core/orders/follow.ts';
import { isOpening } from '#core/orders/order.ts';
import { publicProfit } from '#core/progress/profit-news.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import { type Game, isLeagueGame } from '#core/season/game.ts';
import { closesAll, countReserved, demandFills } from '#core/trading/day-limits.ts';
import { type Decision, decide, type Funds, type TradeOrder } from '#core/trading/order.ts';
import type { Terms } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import {
  readTradeState,
  readTradeStates,
  type StateKey,
  type TradeState,
} from '#db/queries/trading/state.ts';
import type { Market, Quote } from '#market/market.ts';
import { DayVolumes } from '../market/day-volumes.ts';
import { ageOf, isFresh, notFresh, orderPrices, type TimedQuote } from '../market/quotes.ts';
import { ATTEMPTS } from '../orders/order-commits.ts';
import type { Clock } from '../platform/clock.ts';
import { batched, createQueue, type Queue, tryEach } from '../platform/concurrency.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import type { Bus } from '../realtime/bus.ts';
import { demandPlayer, enterSeason } from '../season/entry.ts';
import { createCommit, type TradingDeps } from './commit-trade.ts';
import { createForcedCover } from './cover-shorts.ts';

/** The account that trades. `game`: default the public season. */
export type Trader = Pick<SessionUser, 'id' | 'username' | 'isAdmin' | 'isGuest'> & { game?: Game };
export type Executed = Once<TradeAnswer>;
export type Trading = ReturnType<typeof createTrading>;

type Deps = TradingDeps & {
  /** Runs all changes of a trader's account one after another. */
  queue?: Queue<number>;
  dayVolumes?: DayVolumes;
};

export function createTrading(deps: Deps) {
  const { sql, market, clock, settings, bus, priceCheck, settlement, queue = createQueue<number>() } = deps;
  const commit = createCommit(deps);
  const coverOne = createForcedCover({ ...deps, commit });
  const answers = createAnswers<TradeAnswer>({ sql, clock });
  const stateFor = createStates(sql, clock);
  const termsOf = createTerms(deps);
  async function fill(
    trader: Trader,
    order: TradeOrder,
    { key, markId, atKnown }: { key: UsedKey | null; markId: bigint | null; atKnown: boolean },
  ): Promise<TradeAnswer> {
    if (asksForMargin(trader, market)) await coverOne(trader.id, trader.game);
    const prices = orderPrices(market, order.symbol, atKnown, () => stateFor(trader, order));
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const quote = await prices.quote();
      const state = await stateFor(trader, order);
      if (!state) continue;
      if (!isFresh(market, quote, settings.quoteMaxAgeMs)) throw notFresh(market, order.symbol);
      if (!(await priceCheck.demand(quote))) continue;
      const { account } = state;
      const working = (await settlement?.waiting(sql, trader.id, account.liveOrders, trader.game)) ?? null;
      if (working && working.version !== account.version) continue;
      const now = working?.siteAt ?? clock.now();
      const terms = await termsOf(state, { userId: trader.id, order, pricedAt: quote.asOfMs, now });
      const decision = decideToday(order, fundsOf(state, account, working), state, quote, terms);
      // decide at the known price first: a refused order need not wait for a newer price
      if (await prices.wait()) continue;
      const answer = answerOf(order, decision, state.progress, pricedBy(market, quote));
      const draft = working && followTrade(working.book, decision.fills, working.at);
      const lastFill = await commit(state, decision, new Map([[order.symbol, quote]]), {
        userId: trader.id,
        version: account.version,
        anyStatus: trader.isAdmin && !isLeagueGame(trader.game),
        isOrder: true,
        at: new Date(now),
        quotedPrice: order.quotedPrice,
        markId,
        reason: order.reason ? { orderId: null, text: order.reason } : null,
        ...(settlement?.writesOf(trader.id, draft, now) ?? { orders: null }),
        idempotency: key && { ...key, response: JSON.stringify(answer) },
      });
      if (lastFill === null) continue;
      for (const event of eventsOf(trader, decision, state)) bus.publish(event);
      if (draft) settlement?.tell(trader.id, draft);
      return { ...answer, receipt: Number(lastFill) };
    }
    throw fail('UNAVAILABLE');
  }

  return {
    /**
     * Fills an order of `trader` at the newest price.
     * @param options.idempotencyKey a repeat of the order with this key returns the first fill
     * @param options.markId the order's browser mark (a salted hash of network and user agent)
     * @param options.atKnown fills at the newest known price without waiting for a newer one; for simulated traders
     * @throws AppError IDEMPOTENCY_MISMATCH, COMPETITION_INACTIVE, NOT_FOUND, ENTRY_CLOSED, MARKET_CLOSED,
     * UNKNOWN_SYMBOL, STALE_PRICE, SPLIT_CHECK, DAY_FULL, REASON_NEEDED, UNAVAILABLE and those of `decide`
     */
    async execute(
      trader: Trader,
      order: TradeOrder,
      options: { idempotencyKey?: string | null; markId?: bigint | null; atKnown?: boolean } = {},
    ): Promise<Executed> {
      const { idempotencyKey: text, markId = null, atKnown = false } = options;
      return await queue(trader.id, async () => {
        return await answers.once(trader.id, text, intentOf(order, trader.game), (key) =>
          fill(trader, order, { key, markId, atKnown }),
        );
      });
    },

    ...createMarginCalls(market, (userId, game) => queue(userId, () => coverOne(userId, game))),

    takeKey: answers.take,
    answerTo: (trader: Trader, key: string): Promise<unknown> => answers.find(trader.id, key),
    forgetAnswers: answers.forget,
  };
}

/**
 * True in practice and private games on a market with bought prices: the periodic margin check takes the accounts in
 * turn there, so requests of the trader check the margin as well.
 */
const asksForMargin = (trader: Trader, { path }: Pick<Market, 'path'>): trader is Trader & { game: Game } =>
  (trader.game ?? 'season') !== 'season' && !path;

function createMarginCalls(
  market: Pick<Market, 'path'>,
  cover: (userId: number, game: Game) => Promise<boolean>,
) {
  return {
    /**
     * Covers shorts of users whose margin in a game demands it. An account that fails does not stop the others.
     * @returns the number of covered accounts
     * @throws the first error, after all accounts
     */
    async forceCovers(userIds: readonly number[], game: Game = 'season'): Promise<number> {
      const covers = await tryEach(userIds, (userId) => cover(userId, game));
      return covers.filter(Boolean).length;
    },

    /** Checks the margin before a request, in games where the periodic check takes the accounts in turn. */
    async checkMargin(trader: Trader): Promise<void> {
      if (asksForMargin(trader, market)) await cover(trader.id, trader.game);
    },
  };
}

function createStates(sql: Sql, clock: Clock) {
  const readsOf = (game: 'season' | 'practice') =>
    batched<StateKey, TradeState | null>(async (keys) => {
      const states = await readTradeStates(sql, keys, game);
      return keys.map((_, n) => states[n] ?? null);
    });
  const reads = { season: readsOf('season'), practice: readsOf('practice') };
  /**
   * Returns null after opening an account: the caller reads again.
   * @throws AppError COMPETITION_INACTIVE, ENTRY_CLOSED, KEEP_FIRST, NOT_FOUND, REASON_NEEDED
   */
  return async function stateFor(trader: Trader, order: Pick<TradeOrder, 'symbol' | 'action' | 'reason'>) {
    const { symbol } = order;
    const { id: userId, game = 'season' } = trader;
    // a private game needs no batch, because few traders share it
    const state = isLeagueGame(game)
      ? await readTradeState(sql, { userId, symbol }, game)
      : await reads[game]({ userId, symbol });
    // checked after the account is read: if the trader leaves the league in between, the account's version changes
    // and the commit fails
    if (isLeagueGame(game)) await demandPlayer(sql, { userId, game, order }, clock.now());
    const isOver = !state || state.status === 'archived' || !canTrade(trader, state.status === 'active');
    if (isOver && game === 'season') throw fail('COMPETITION_INACTIVE');
    if (state?.account) return { ...state, account: state.account };
    await enterSeason(sql, trader, clock.now());
    return null;
  };
}

/** `pricedAt` is epoch ms of the market's clock, `now` epoch ms of the site's clock. */
function createTerms({ sql, market, dayVolumes = new DayVolumes({ sql, market }) }: Deps) {
  return async function termsOf(
    state: TradeState,
    { userId, order, pricedAt, now }: { userId: number; order: TradeOrder; pricedAt: number; now: number },
  ): Promise<Terms> {
    const { seasonId, rules, rulesVersion: version, startCash } = state;
    const { action, symbol } = order;
    const dayShare = isOpening(action) ? await dayVolumes.shareOf(state, userId, symbol, pricedAt) : null;
    return { seasonId, rules, version, startCash, now, dayShare };
  };
}

/** @throws AppError DAY_FULL and those of `decide` */
function decideToday(
  order: TradeOrder,
  { reserved, ...funds }: Funds & { reserved: number },
  state: TradeState,
  quote: Quote,
  terms: Terms,
): Decision {
  const { account, held } = state;
  if (account && !closesAll(order, held)) demandFills(account.today, terms.now, terms.rules, reserved);
  return decide(order, funds, held, readPrice(quote.price), terms);
}

const pricedBy = (market: Deps['market'], { asOfMs, source }: TimedQuote) => ({
  ageMs: ageOf(market, asOfMs),
  source,
});

/**
 * `held`: cash that working orders hold. `isOnlyPosition`: the symbol is or would be the only position. `reserved`:
 * trades of the day that working orders reserve.
 */
const fundsOf = (
  { openCount, held }: { openCount: number; held: unknown },
  { cash }: { cash: Cents },
  working: { held: Cents; book: Book } | null,
) => ({
  cash,
  held: working?.held ?? 0n,
  isOnlyPosition: openCount - (held ? 1 : 0) === 0,
  reserved: countReserved(working?.book.orders.values() ?? []),
});

function eventsOf(
  { id, username }: Pick<Trader, 'id' | 'username'>,
  decision: Decision,
  season: Pick<TradeState, 'rules' | 'seasonId'>,
): Parameters<Bus['publish']>[0][] {
  const traded = { type: 'traded', userId: id } as const;
  const percent = publicProfit(decision.fills, season);
  if (percent === null) return [traded];
  return [traded, { type: 'tradeSuccess', userId: id, username, profitPercentage: percent }];
}

/** Returns the fields that must be equal in a repeated request with the same Idempotency-Key. */
const intentOf = (
  { symbol, action, size, reverse, quotedPrice, reason }: TradeOrder,
  game: Game = 'season',
): readonly unknown[] => [symbol, action, size, reverse, quotedPrice, game, reason];

type CloseOutcome = {
  closed: TradeAnswer[];
  refused: { symbol: string; error: AppError }[];
  /** True when every fill is a stored response. */
  replayed: boolean;
};

/**
 * Closes several positions in sequence, each at its own quote; a refused position stays open. Each fill has a key
 * derived from the request's key: a repeat returns the same fills and closes no newer position.
 * @throws AppError the refusal of the first position when none could be closed, INVALID for a malformed key,
 * IDEMPOTENCY_MISMATCH when another request has the key
 */
export async function closeEach(
  trading: Pick<Trading, 'execute' | 'takeKey'>,
  trader: Trader,
  positions: readonly PositionName[],
  { idempotencyKey, markId }: { idempotencyKey: string | null; markId: bigint | null },
): Promise<CloseOutcome> {
  const closed: TradeAnswer[] = [];
  const refused: CloseOutcome['refused'] = [];
  let replayed = true;
  if (idempotencyKey !== null)
    await trading.takeKey(trader.id, idempotencyKey, ['close', positions, trader.game]);
  for (const { symbol, side } of positions) {
    const action = side === 'long' ? 'sell' : 'cover';
    const order = { symbol, action, size: { kind: 'all' }, reverse: false, quotedPrice: null } as const;
    try {
      const key = idempotencyKey && keyOf(idempotencyKey, symbol, side);
      const done = await trading.execute(trader, order, { idempotencyKey: key, markId });
      closed.push(done.answer);
      replayed &&= done.replayed;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ symbol, error });
    }
  }
  if (closed.length === 0 && refused[0]) throw refused[0].error;
  return { closed, refused, replayed };
}

const keyOf = (key: string, symbol: string, side: string) =>
  createHash('sha256').update(`${key} ${symbol} ${side}`).digest('hex');
