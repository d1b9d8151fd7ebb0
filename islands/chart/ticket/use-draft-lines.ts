import { useEffect } from 'react';
import { formatCents } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { priceText } from '#core/market/price-text.ts';
import { writePrice } from '#core/money/money.ts';
import type { PriceE4, QuantityMicros } from '#core/money/units.ts';
import { isBuying, isReached } from '#core/orders/order.ts';
import { ACTION_NAME } from '#core/trading/executed-text.ts';
import { tradeTotal } from '#core/trading/pnl.ts';
import { type DraftLine, setDrafts } from '../lines/drafts.ts';
import { isWaiting } from './draft.ts';
import { pnlText, sharesText } from './summary.ts';
import type { PartProps } from './use-order.ts';

/** The fields of each line of an entry. */
const ENTRY = { kind: 'order', way: undefined, base: null, remove: null } as const;

const EXITS = [
  ['target', 'target'],
  ['loss', 'stop'],
] as const;

/** Draws the ticket's order on the chart. Dragging a line changes the price in its field. */
export function useDraftLines(part: PartProps): void {
  const { engine } = part;
  useEffect(() => {
    if (engine) setDrafts(engine, [...marketLine(part), ...levelLines(part), ...exitLines(part)]);
  });
  useEffect(() => {
    return () => {
      if (engine) setDrafts(engine, []);
    };
  }, [engine]);
}

function exitLines({ order: { judgement, change }, strings }: PartProps): DraftLine[] {
  const base = judgement.base === null ? null : writePrice(judgement.base);
  return EXITS.flatMap(([field, kind]): DraftLine[] => {
    const exit = judgement[field];
    if (!exit) return [];
    const { level, pnl } = exit;
    const name = fill(strings.lineNew, { order: strings[field] });
    return [
      {
        id: `draft-${field}`,
        kind,
        name,
        spoken: name,
        side: undefined,
        price: writePrice(level),
        figure: pnl === null ? '' : pnlText(pnl),
        way: pnl === null || pnl === 0n ? undefined : pnl > 0n ? 'up' : 'down',
        base,
        isReached: false,
        move: (price) => change({ [field]: price }),
        remove: { name: strings[`${field}Off`], run: () => change({ [field]: null }) },
      },
    ];
  });
}

const wordsOf = ({ action, strings }: PartProps, quantity: QuantityMicros | null) => ({
  action: strings[ACTION_NAME[action]],
  quantity: quantity === null ? '' : sharesText(quantity),
});

/** Returns the label of a market order at the newest price; none without a valid size and a known cost or payout. */
function marketLine(part: PartProps): DraftLine[] {
  const { draft, judgement, scene } = part.order;
  const { quantity, estimate, fault } = judgement;
  const { cash } = estimate;
  if (isWaiting(draft.type) || scene.price === null || quantity === null || cash === null) return [];
  if (fault?.field === 'size') return [];
  const name = fill(part.strings.lineEntry, wordsOf(part, quantity));
  return [
    {
      ...ENTRY,
      id: 'draft-market',
      name,
      spoken: name,
      side: isBuying(part.action) ? 'up' : 'down',
      price: writePrice(scene.price),
      figure: formatCents(cash),
      isReached: false,
      move: null,
    },
  ];
}

function levelLines(part: PartProps): DraftLine[] {
  const { draft, judgement, scene } = part.order;
  const { stop, limit, fillsNow } = judgement;
  const order = { action: part.action, type: draft.type, status: 'working' } as const;
  const isCrossed = stop !== null && scene.price !== null && isReached(order, stop, scene.price);
  return [...levelLine(part, 'stop', stop, isCrossed), ...levelLine(part, 'limit', limit, fillsNow)];
}

function levelLine(
  part: PartProps,
  field: 'limit' | 'stop',
  price: PriceE4 | null,
  isAtMarket: boolean,
): DraftLine[] {
  if (price === null) return [];
  const { order, strings, action } = part;
  const { quantity } = order.judgement;
  const spoken = fill(strings.lineNew, { order: orderName(part, field) });
  // a stop-limit fills at its limit
  const isEntry = quantity !== null && (field === 'limit' || order.draft.type !== 'stop_limit');
  const entry = { ...wordsOf(part, quantity), price: priceText(writePrice(price)) };
  return [
    {
      ...ENTRY,
      id: `draft-${field}`,
      name: isEntry ? fill(strings.lineEntryAt, entry) : spoken,
      spoken,
      side: isBuying(action) ? 'up' : 'down',
      price: writePrice(price),
      figure: isEntry && !order.closing ? formatCents(tradeTotal(action === 'sell', price, quantity)) : '',
      isReached: isAtMarket,
      move: (newPrice) => order.change({ [field]: newPrice }),
    },
  ];
}

const orderName = ({ action, strings }: PartProps, field: 'limit' | 'stop') =>
  fill(strings.lineOrder, {
    action: strings[ACTION_NAME[action]],
    type: strings[field === 'limit' ? 'line_limit' : 'line_stop'],
  });
