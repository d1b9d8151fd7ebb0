import { fill } from '#core/locale/fill.ts';
import { executedText } from '../../_state/executed.ts';
import type { Announce } from '../panel/say.ts';
import type { ChartStrings } from '../panel/strings.ts';
import type { DoneOrder, SentOrder } from './send.ts';

/** What an order that was placed waits for. */
export const waitsText = ({ placed }: SentOrder, symbol: string, strings: ChartStrings) =>
  fill(placed?.order.type === 'market' ? strings.placedOpening : strings.placed, { symbol });

/** Says that an order was filled or placed, and what its trader earned by it. */
export function sayDone(
  { action, symbol }: Pick<DoneOrder['order'], 'action' | 'symbol'>,
  sent: SentOrder,
  strings: ChartStrings,
  say: Announce,
): void {
  const { trade } = sent;
  if (!trade) {
    say.done('placedTitle', waitsText(sent, symbol, strings));
    return;
  }
  say.done('executedTitle', executedText({ ...trade, action }, strings));
  const { xpGained: xp, levelsGained, tkfGained: tkf } = trade;
  if (levelsGained > 0) say.done('levelTitle', fill(strings.levelled, { xp, tkf }));
  else if (xp > 0) say.done('gainTitle', fill(strings.gained, { xp }));
}
