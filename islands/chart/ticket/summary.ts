import {
  formatCents,
  formatDollars,
  formatPercent,
  formatPnl,
  formatPnlCents,
  formatQuantity,
  formatUsd,
} from '#core/locale/format.ts';
import { figureInSentence, fill } from '#core/locale/sentence.ts';
import { priceDecimals } from '#core/market/price-text.ts';
import { plainDecimal, QUANTITY_DIGITS, writePrice } from '#core/money/money.ts';
import { plainOf } from '#core/money/typed-decimal.ts';
import type { Cents, PriceE4, QuantityMicros } from '#core/money/units.ts';
import { hasReserve, RESERVE_PERCENT } from '#core/orders/hold.ts';
import { waitsAbove } from '#core/orders/order.ts';
import { stakeOf } from '#core/trading/holding-text.ts';
import { pnlAt } from '#core/trading/pnl.ts';
import type { ChartStrings } from '../ground/strings.ts';
import { isClosing, type TicketDraft, type TicketScene } from './draft.ts';
import type { Fault, Judgement } from './judge.ts';

/** Returns a price with its dollar sign, with four decimals below a dollar. @param price dollars */
export function formatPrice(price: number | string): string {
  return priceDecimals(Number(price)) === 4 ? `$${Number(price).toFixed(4)}` : formatUsd(price);
}
const asRead = (price: number | string) => Number(formatPrice(price).replace(/[$,]/g, ''));
/** Returns the difference of two prices as displayed, with its sign. @param quoted dollars @param filled dollars */
export const movedText = (quoted: number | string, filled: number | string) =>
  formatPnl(Math.round((asRead(filled) - asRead(quoted)) * 100) / 100);
export const tickPriceText = (price: PriceE4) => formatPrice(writePrice(price));
export const sharesText = (quantity: QuantityMicros) =>
  formatQuantity(plainDecimal(quantity, QUANTITY_DIGITS));
export const pnlText = (pnl: Cents) => formatPnlCents(pnl);

export function faultText({ key, values = {} }: Fault, strings: ChartStrings): string {
  const texts = Object.entries(values).map(([name, value]): [string, string] => {
    if (typeof value === 'string') return [name, value];
    if ('word' in value) return [name, strings[value.word].toLowerCase()];
    if ('cents' in value) return [name, formatCents(value.cents)];
    if ('dollars' in value) return [name, formatDollars(value.dollars)];
    return [name, 'price' in value ? tickPriceText(value.price) : sharesText(value.quantity)];
  });
  return fill(strings[key], Object.fromEntries(texts));
}

function sizeText(
  draft: TicketDraft,
  { quantity }: Judgement,
  action: TicketScene['action'],
  strings: ChartStrings,
): string {
  if (draft.mode === 'amount' && !isClosing(action)) return formatUsd(plainOf(draft.amount));
  const text = sharesText(quantity ?? 0n);
  return isClosing(action) && draft.follow ? fill(strings.allShares, { quantity: text }) : text;
}

function trailText(draft: TicketDraft): string {
  const typed = plainOf(draft.trail);
  return draft.trailUnit === 'percent' ? formatPercent(typed) : formatUsd(typed);
}

/** Returns "Holds $1,000.00 · buys 10 when AAPL is at $100.00 or lower"; null for an incomplete order. */
export function waitingText(
  draft: TicketDraft,
  judgement: Judgement,
  { action, symbol, price, held }: TicketScene,
  strings: ChartStrings,
): string | null {
  const { limit, stop, quantity, hold, fillsNow } = judgement;
  if (quantity === null) return null;
  const level = (value: PriceE4 | null) => (value === null ? '' : tickPriceText(value));
  const values = {
    does: strings[`does_${action}`],
    size: sizeText(draft, judgement, action, strings),
    symbol,
    price: level(draft.type === 'limit' ? limit : stop),
    limit: level(limit),
    trail: trailText(draft),
    now: level(price),
  };
  const isUp = waitsAbove({ action, type: draft.type, status: 'working' });
  const when = fill(strings[whenKey(draft.type, fillsNow, isUp)], values);
  const closing = isClosing(action);
  if (!closing) {
    if (hold === null) return null;
    const isMore = draft.mode === 'quantity' && hasReserve({ action, type: draft.type, limit });
    return fill(isMore ? strings.holdsMore : strings.holds, {
      hold: formatCents(hold),
      percent: String(RESERVE_PERCENT),
      when,
    });
  }
  const exit = limit ?? stop;
  const sentence = `${when.charAt(0).toUpperCase()}${when.slice(1)}`;
  if (!held || exit === null) return `${sentence}.`;
  const stake = stakeOf(held);
  const isAll = quantity >= stake.quantity;
  const pnl = figureInSentence(pnlText(pnlAt(stake, isAll ? stake.quantity : quantity, exit)));
  return `${sentence}. ${fill(strings.againstEntry, { pnl })}`;
}

function whenKey(type: TicketDraft['type'], fillsNow: boolean, isUp: boolean) {
  if (fillsNow) return 'whenNow';
  if (type === 'stop_limit') return isUp ? 'whenStopHigher' : 'whenStopLower';
  if (type === 'trailing_stop') return isUp ? 'whenRises' : 'whenFalls';
  return isUp ? 'whenHigher' : 'whenLower';
}
