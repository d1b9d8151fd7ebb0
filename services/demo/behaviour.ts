/** Decides what a simulated trader does next: random enough for a lively leaderboard. */
import { SHARE } from '#core/money/money.ts';
import { type Cents, cents, quantityMicros } from '#core/money/units.ts';
import type { TradeOrder } from '#core/trading/order.ts';
import type { Position } from '#core/trading/position.ts';

/** Liquid shares everybody knows; the market may lack some. */
export const FAVOURITES = [
  ...[
    'AAPL',
    'MSFT',
    'NVDA',
    'AMD',
    'TSLA',
    'AMZN',
    'META',
    'GOOGL',
    'NFLX',
    'INTC',
    'JPM',
    'BAC',
    'XOM',
    'CVX',
  ],
  ...['KO', 'DIS', 'BA', 'NKE', 'WMT', 'COST', 'PFE', 'LLY', 'UBER', 'CRM', 'ORCL', 'V', 'PEP', 'CAT'],
] as const;

const MAX_POSITIONS = 5;
/** Below this much cash a trader closes something first. */
const MIN_CASH = cents(250_000n);

/**
 * Returns the next order of a trader, or null for none.
 * @param nerve 0..1: how much they bet and how often they sell short
 * @param random 0..1, called several times
 */
export function nextOrder(
  who: {
    cash: Cents;
    /** Oldest first. */
    open: readonly Position[];
    nerve: number;
    /** Most the season's rules allow in one symbol; null: no limit. */
    most: Cents | null;
  },
  symbols: readonly string[],
  random: () => number,
): TradeOrder | null {
  const { cash, open, nerve, most } = who;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const isCrowded = open.length >= MAX_POSITIONS || cash < MIN_CASH;
  if (open.length > 0 && (isCrowded || random() < 0.4)) {
    // the oldest: held for a while, so that its profit is worth announcing
    const position = open[0]!;
    const action = position.isShort ? 'cover' : 'sell';
    const half = quantityMicros(position.quantity / 2n);
    const isPartial = half > SHARE && random() < 0.3;
    return order(position.symbol, action, isPartial ? { kind: 'quantity', quantity: half } : { kind: 'all' });
  }
  const symbol = pick(symbols.filter((s) => !open.some((p) => p.symbol === s)));
  if (isCrowded || !symbol) return null;
  const share = 0.15 + 0.6 * nerve * random();
  // whole dollars, as people type them
  const target = BigInt(Math.floor(Number(cash) * share));
  const amount = cents(((most !== null && most < target ? most : target) / 10_000n) * 10_000n);
  if (amount < 10_000n) return null;
  return order(symbol, random() < 0.2 + 0.35 * nerve ? 'short' : 'buy', { kind: 'amount', amount });
}

function order(symbol: string, action: TradeOrder['action'], size: TradeOrder['size']): TradeOrder {
  return { symbol, action, size, reverse: false, quotedPrice: null };
}
