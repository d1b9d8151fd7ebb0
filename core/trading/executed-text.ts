/** The sentence about a filled trade, the same for every form and page. */
import type { TradeFill } from '../contract/trade.ts';
import { fill } from '../locale/sentence.ts';
import { priceText } from '../market/price-text.ts';

export const ACTION_NAME = {
  buy: 'buy',
  sell: 'sell',
  short: 'shortAction',
  cover: 'cover',
} as const;

export const executedKey = (quantity: number) => (quantity === 1 ? 'executedOne' : 'executed');

/** Texts of chart.json, with `{{…}}` for the values. */
export type ExecutedTexts = Record<
  'buy' | 'sell' | 'shortAction' | 'cover' | 'executed' | 'executedOne',
  string
>;

/** Returns "SELL 10 shares of AAPL at $187.20". */
export function executedText(
  { action, quantity, symbol, price }: Pick<TradeFill, 'action' | 'quantity' | 'symbol' | 'price'>,
  texts: ExecutedTexts,
): string {
  return fill(texts[executedKey(quantity)], {
    action: texts[ACTION_NAME[action]].toUpperCase(),
    quantity,
    symbol,
    price: `$${priceText(price)}`,
  });
}
