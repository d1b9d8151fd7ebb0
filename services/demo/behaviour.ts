/** Chooses a simulated trader's next order at random, and places it through the real engine. */
import { readCents, SHARE } from '#core/money/money.ts';
import { type Cents, cents, quantityMicros } from '#core/money/units.ts';
import { AppError } from '#core/refusals/refusals.ts';
import type { TradeOrder } from '#core/trading/order.ts';
import type { Position } from '#core/trading/position.ts';
import { shareLimit } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import type { SimulatedTrader } from '#db/seed.ts';
import type { Log } from '../platform/log.ts';
import type { Seasons } from '../season/seasons.ts';
import type { Trading } from '../trading/trading.ts';

/** Liquid, well-known shares. The market may lack some. */
export const FAVOURITES: readonly string[] =
  `AAPL MSFT NVDA AMD TSLA AMZN META GOOGL NFLX INTC JPM BAC XOM CVX
  KO DIS BA NKE WMT COST PFE LLY UBER CRM ORCL V PEP CAT`.split(/\s+/);

const MAX_POSITIONS = 5;
const MIN_CASH = cents(250_000n);

/**
 * Returns a trader's next order; null for none.
 * @param nerve 0..1: how much the trader bets, and how often they sell short @param random 0..1, called several times
 */
export function nextOrder(
  who: {
    cash: Cents;
    /** Oldest first. */
    open: readonly Position[];
    nerve: number;
    /** Largest amount that the season's rules allow in one symbol; null without a limit. */
    most: Cents | null;
  },
  symbols: readonly string[],
  random: () => number,
): TradeOrder | null {
  const { cash, open, nerve, most } = who;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const isCrowded = open.length >= MAX_POSITIONS || cash < MIN_CASH;
  if (open.length > 0 && (isCrowded || random() < 0.4)) {
    // the oldest position is the likeliest to have a profit that the site announces
    const position = open[0]!;
    const action = position.isShort ? 'cover' : 'sell';
    const half = quantityMicros(position.quantity / 2n);
    const isPartial = half > SHARE && random() < 0.3;
    return order(position.symbol, action, isPartial ? { kind: 'quantity', quantity: half } : { kind: 'all' });
  }
  const symbol = pick(symbols.filter((s) => !open.some((p) => p.symbol === s)));
  if (isCrowded || !symbol) return null;
  const share = 0.15 + 0.6 * nerve * random();
  // whole hundreds of dollars, as people type them
  const target = BigInt(Math.floor(Number(cash) * share));
  const amount = cents(((most !== null && most < target ? most : target) / 10_000n) * 10_000n);
  if (amount < 10_000n) return null;
  return order(symbol, random() < 0.2 + 0.35 * nerve ? 'short' : 'buy', { kind: 'amount', amount });
}

function order(symbol: string, action: TradeOrder['action'], size: TradeOrder['size']): TradeOrder {
  return { symbol, action, size, reverse: false, quotedPrice: null };
}

/** Returns a trader's constant nerve, 0 to below 1. */
const nerve = ({ id }: SimulatedTrader) => ((id * 7919) % 100) / 100;

type OrderTaker = { execute(...order: Parameters<Trading['execute']>): Promise<unknown> };

/** Places one order of a random trader; only logs a refusal. @param symbols tradable ones @param random 0..1 */
export async function act(
  { sql, seasons, log }: { sql: Sql; seasons: Pick<Seasons, 'current'>; log: Log },
  engine: OrderTaker,
  traders: readonly SimulatedTrader[],
  symbols: readonly string[],
  random: () => number = Math.random,
): Promise<void> {
  const trader = traders[Math.floor(random() * traders.length)];
  const holdings = trader && (await readHoldings(sql, trader.id));
  if (!trader || !holdings) return;
  const open = holdings.open.map((h) => h.position).filter((p) => symbols.includes(p.symbol));
  const season = seasons.current();
  const most = season && shareLimit({ rules: season.rules, startCash: readCents(season.startCash) });
  const order = nextOrder({ cash: holdings.cash, open, nerve: nerve(trader), most }, symbols, random);
  if (!order) return;
  try {
    await engine.execute({ ...trader, isAdmin: false }, order, { atKnown: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.debug({ trader: trader.username, code: error.code }, 'a simulated order was refused');
  }
}
