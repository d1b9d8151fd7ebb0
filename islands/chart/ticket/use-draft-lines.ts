import { useEffect } from 'react';
import { fill } from '#core/locale/fill.ts';
import { writePrice } from '#core/money/money.ts';
import type { PriceE4 } from '#core/money/units.ts';
import { isReached } from '#core/orders/order.ts';
import { type DraftLine, setDrafts } from '../lines/drafts.ts';
import { ACTION_NAME } from './actions.ts';
import { hasStop, type TicketDraft } from './draft.ts';
import { pnlText } from './summary.ts';
import type { TicketProps } from './Ticket.tsx';
import type { TicketOrder } from './use-order.ts';

type Part = TicketProps & { order: TicketOrder };
const EXITS = [
  ['target', 'target'],
  ['loss', 'stop'],
] as const;

/** Draws the levels of the ticket on the chart; a line that is dragged is typed into its field. */
export function useDraftLines(part: Part): void {
  const { engine } = part;
  useEffect(() => {
    if (engine) setDrafts(engine, linesIn(part));
  });
  useEffect(() => () => void (engine && setDrafts(engine, [])), [engine]);
}

function linesIn(part: Part): DraftLine[] {
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
        name: fill(strings.lineNew, { order: strings[at] }),
        figure: pnl === null ? '' : pnlText(pnl),
        way: pnl === null || pnl === 0n ? undefined : pnl > 0n ? 'up' : 'down',
        move: (price) => change({ [at]: price }),
        remove: { name: strings[`${at}Off`], run: () => change({ [at]: null }) },
      },
    ];
  });
  return [...levels(part), ...exits];
}

/** What the order itself waits for. */
function levels({ order, action, strings }: Part): DraftLine[] {
  const { draft, found, scene, change } = order;
  const make = (at: 'limit' | 'stop', price: PriceE4 | null, isAtMarket: boolean): DraftLine[] =>
    price === null
      ? []
      : [
          {
            ...{ id: `draft-${at}`, kind: 'order', price: writePrice(price), figure: '', way: undefined },
            base: null,
            name: fill(strings.lineNew, { order: orderName(action, at, strings) }),
            isReached: isAtMarket,
            move: (moved) => change({ [at]: moved } as Partial<TicketDraft>),
            remove: null,
          },
        ];
  const isCrossed =
    hasStop(draft.type) &&
    found.stop !== null &&
    scene.price !== null &&
    isReached(action, found.stop, scene.price);
  return [...make('stop', found.stop, isCrossed), ...make('limit', found.limit, found.fillsNow)];
}

const orderName = (action: Part['action'], at: 'limit' | 'stop', strings: Part['strings']) =>
  fill(strings.lineOrder, {
    action: strings[ACTION_NAME[action]],
    type: strings[at === 'limit' ? 'lineLimit' : 'lineStopType'],
  });
