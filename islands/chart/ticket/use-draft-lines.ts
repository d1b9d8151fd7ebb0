import { useEffect } from 'react';
import { fill } from '#core/locale/fill.ts';
import { formatCents } from '#core/locale/format.ts';
import { priceText } from '#core/market/price-text.ts';
import { costOf, writePrice } from '#core/money/money.ts';
import type { PriceE4, QuantityMicros } from '#core/money/units.ts';
import { isBuying, isReached } from '#core/orders/order.ts';
import { ACTION_NAME } from '#core/trading/executed-text.ts';
import { type DraftLine, setDrafts } from '../lines/drafts.ts';
import { hasLimit, hasStop, isWaiting, type TicketDraft } from './draft.ts';
import { pnlText, sharesText } from './summary.ts';
import type { PartProps } from './use-order.ts';

const EXITS = [
  ['target', 'target'],
  ['loss', 'stop'],
] as const;

/** Draws the levels of the ticket on the chart; a line that is dragged is typed into its field. */
export function useDraftLines(part: PartProps): void {
  const { engine } = part;
  useEffect(() => {
    if (engine) setDrafts(engine, linesIn(part));
  });
  useEffect(() => () => void (engine && setDrafts(engine, [])), [engine]);
}

function linesIn(part: PartProps): DraftLine[] {
  const { order, strings } = part;
  const { found, change } = order;
  const exits = EXITS.flatMap(([at, kind]): DraftLine[] => {
    const exit = found[at];
    if (!exit) return [];
    const { level, pnl } = exit;
    return [
      {
        ...{ id: `draft-${at}`, kind, price: writePrice(level), isReached: false },
        base: found.base === null ? null : writePrice(found.base),
        ...labelOf(fill(strings.lineNew, { order: strings[at] })),
        side: undefined,
        figure: pnl === null ? '' : pnlText(pnl),
        way: pnl === null || pnl === 0n ? undefined : pnl > 0n ? 'up' : 'down',
        move: (price) => change({ [at]: price }),
        remove: { name: strings[`${at}Off`], run: () => change({ [at]: null }) },
      },
    ];
  });
  return [...atMarket(part), ...levels(part), ...exits];
}

const labelOf = (name: string) => ({ name, spoken: name });
const wordsOf = ({ action, strings }: PartProps, quantity: QuantityMicros | null) => ({
  action: strings[ACTION_NAME[action]],
  quantity: quantity === null ? '' : sharesText(quantity),
});
const sideOf = ({ action }: PartProps) => (isBuying(action) ? 'up' : 'down');

/** An order that would fill at once stands at the newest price, with what it costs or brings. */
function atMarket(part: PartProps): DraftLine[] {
  const { draft, found, scene } = part.order;
  const { quantity, size, fault } = found;
  const isWhole = quantity !== null && size.cash !== null && fault?.at !== 'size';
  if (isWaiting(draft.type) || scene.price === null || !isWhole) return [];
  return [
    {
      ...{ id: 'draft-market', kind: 'order', price: writePrice(scene.price), base: null },
      ...labelOf(fill(part.strings.lineEntry, wordsOf(part, quantity))),
      ...{ side: sideOf(part), figure: formatCents(size.cash!), way: undefined },
      ...{ isReached: false, move: null, remove: null },
    },
  ];
}

/** What the order itself waits for. */
function levels(part: PartProps): DraftLine[] {
  const { order, strings } = part;
  const { draft, found, scene, change, closing } = order;
  const { quantity } = found;
  const make = (at: 'limit' | 'stop', price: PriceE4 | null, isAtMarket: boolean): DraftLine[] => {
    if (price === null) return [];
    const spoken = fill(strings.lineNew, { order: orderName(part, at) });
    // of a stop with a limit the limit is what it fills at
    const isEntry = quantity !== null && (at === 'limit' || !hasLimit(draft.type));
    const entry = { ...wordsOf(part, quantity), price: priceText(writePrice(price)) };
    return [
      {
        ...{ id: `draft-${at}`, kind: 'order', price: writePrice(price), way: undefined, base: null, spoken },
        name: isEntry ? fill(strings.lineEntryAt, entry) : spoken,
        side: sideOf(part),
        figure: isEntry && !closing ? formatCents(costOf(price, quantity)) : '',
        isReached: isAtMarket,
        move: (moved) => change({ [at]: moved } as Partial<TicketDraft>),
        remove: null,
      },
    ];
  };
  const isCrossed =
    hasStop(draft.type) &&
    found.stop !== null &&
    scene.price !== null &&
    isReached(part.action, found.stop, scene.price);
  return [...make('stop', found.stop, isCrossed), ...make('limit', found.limit, found.fillsNow)];
}

const orderName = ({ action, strings }: PartProps, at: 'limit' | 'stop') =>
  fill(strings.lineOrder, {
    action: strings[ACTION_NAME[action]],
    type: strings[at === 'limit' ? 'lineLimit' : 'lineStopType'],
  });
