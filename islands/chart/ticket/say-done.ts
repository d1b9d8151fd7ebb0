import { fill } from '#core/locale/fill.ts';
import type { Announce } from '../panel/say.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { ACTION_NAME } from './actions.ts';
import type { DoneOrder, SentOrder } from './send.ts';

/** Says that an order was filled or placed, and what its trader earned by it. */
export function sayDone(
  { action, symbol }: Pick<DoneOrder['order'], 'action' | 'symbol'>,
  { trade }: SentOrder,
  strings: ChartStrings,
  say: Announce,
): void {
  if (!trade) {
    say.done('placedTitle', fill(strings.placed, { symbol }));
    return;
  }
  say.done(
    'executedTitle',
    fill(strings.executed, {
      action: strings[ACTION_NAME[action]].toUpperCase(),
      quantity: trade.quantity,
      symbol: trade.symbol,
      price: `$${trade.price.toFixed(2)}`,
    }),
  );
  const { xpGained: xp, levelsGained, tkfGained: tkf } = trade;
  if (levelsGained > 0) say.done('levelTitle', fill(strings.levelled, { xp, tkf }));
  else if (xp > 0) say.done('gainTitle', fill(strings.gained, { xp }));
}
