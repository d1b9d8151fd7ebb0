/** The previous close on the day of a split. */
import { readPrice, writePrice } from '#core/money/money.ts';
import { isExplained, isLargeJump, splitPrice } from '#core/trading/split.ts';
import { createCalendar, dayOf, isoDate } from '../calendar.ts';
import type { Quote, Split } from '../market.ts';

const calendar = createCalendar('us');

/**
 * Returns the previous close of a quote in the shares of its price. FMP may send it in old shares on the day of a split, and the
 * change of the day would be that of the split.
 * @param splitsSince returns the splits of a symbol from a date (YYYY-MM-DD) on @param now epoch ms
 */
export async function previousClose(
  { symbol, prevClose, price }: Pick<Quote, 'symbol' | 'prevClose' | 'price'>,
  splitsSince: (symbol: string, from: string) => Promise<Split[]>,
  now: number,
): Promise<string> {
  const [previous, newest] = [readPrice(prevClose), readPrice(price)];
  if (!isLargeJump(previous, newest)) return prevClose;
  const [from, to] = [calendar.latest(now)?.day ?? dayOf(now), dayOf(now)].map(isoDate) as [string, string];
  // without an answer about splits the change stays as FMP has it
  const splits = await splitsSince(symbol, from).catch(() => []);
  const split = splits.find((each) => each.date <= to && isExplained(previous, newest, each));
  return split ? writePrice(splitPrice(previous, split)) : prevClose;
}
