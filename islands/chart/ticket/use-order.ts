import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Opening, PanelRequest } from '#components/chart/panel.ts';
import {
  parsePrice,
  parseQuantity,
  plainDecimal,
  QUANTITY_DIGITS,
  readCents,
  SHARE,
  writePrice,
} from '#core/money/money.ts';
import { plainOf } from '#core/money/typed-decimal.ts';
import { type PriceE4, priceE4, type QuantityMicros } from '#core/money/units.ts';
import { ORDER_TYPES, type OrderType } from '#core/orders/order.ts';
import { useHydrated } from '#framework/islands/hooks.ts';
import { type Account, positionIn } from '../../_state/account.ts';
import type { Engine } from '../engine/engine.ts';
import { useTimeLeft } from '../ground/OpensIn.tsx';
import type { Order, OrderTerms, TicketAction } from '../ground/orders.ts';
import type { Announce } from '../ground/say.ts';
import type { ChartStrings } from '../ground/strings.ts';
import {
  hasLimit,
  hasStop,
  isLater,
  isWaiting,
  type Judgement,
  judge,
  type TicketDraft,
  typedSize,
} from './draft.ts';
import { isClosing, sideOf } from './estimate.ts';
import { type FirstLevels, fieldText, firstLevels, shifted } from './first-levels.ts';
import type { TicketTrade } from './use-trade.ts';

export type TicketProps = {
  /** The panel's live chart, null before it runs. */
  engine: Engine | null;
  action: TicketAction;
  request: PanelRequest;
  /** Dollars; null while it is fetched or when that failed. */
  price: number | null;
  /** Seconds, of a price that is too old. */
  age: number | null;
  /** Of a closed market. */
  opening: Opening | null;
  /** Seconds between two looks at the price, where it is asked for. */
  pollSec: number | null;
  account: Account;
  userId: number;
  orderKey: string;
  /** By the names of its fields; absent unless it was refused before. */
  typed?: Record<string, string>;
  trade: TicketTrade;
  say: Announce;
  onClose(): void;
  onPrice(price: number): void;
};

/** What a part of the ticket is rendered from. */
export type PartProps = TicketProps & { order: TicketOrder; strings: ChartStrings };

/** How far from the entry a new target and a new stop are, percent. */
const FIRST_TARGET = 4n;
const FIRST_LOSS = 2n;

const subscribeLine = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};
/** Whether the browser is online. */
const useOnline = () =>
  useSyncExternalStore(
    subscribeLine,
    () => navigator.onLine,
    () => true,
  );

/** The draft, and the first values of its levels: a field that still has its first value was not typed in. */
type DraftInput = TicketDraft & { first: FirstLevels };

function firstDraft(action: TicketProps['action'], price: PriceE4 | null, quantity: string): DraftInput {
  const kind = { type: 'market', trailUnit: 'percent' } as const;
  const first = firstLevels(kind, action, price);
  return {
    ...({ ...kind, ...first, mode: 'quantity', quantity, amount: '', tif: 'gtc', first } as const),
    ...{ reverse: false, queue: false, follow: isClosing(action), target: null, loss: null },
  };
}

/** Lets the levels nobody typed in begin anew, once there is a price. */
function withFirst(draft: DraftInput, action: TicketProps['action'], price: PriceE4 | null): DraftInput {
  if (price === null) return draft;
  const first = firstLevels(draft, action, price);
  const levels = { ...first };
  for (const at of ['limit', 'stop', 'trail'] as const)
    if (draft[at] !== draft.first[at]) levels[at] = draft[at];
  return { ...draft, ...levels, first };
}

/** The order as it stands in the ticket, what it comes to, and how it is sent. */
export function useOrder(props: TicketProps & { quantity: string }, form: RefObject<HTMLFormElement | null>) {
  const { action, request, price, opening, account, trade, say, onPrice } = props;
  const { symbol } = request;
  const held = positionIn(account, symbol);
  const closing = isClosing(action);
  const own = held?.side === sideOf(action) ? held : null;
  const opposite = held && !own && !closing ? held : null;
  const scene = {
    ...{ action, symbol, held },
    price: price === null ? null : parsePrice(String(price)),
    cash: readCents(account.cash),
    reserved: readCents(account.held ?? '0'),
    isClosed: useTimeLeft(opening) > 0,
  };
  const [typed, setDraft] = useState(() => {
    const first = firstDraft(action, scene.price, props.quantity);
    return props.typed ? withFields(first, new URLSearchParams(props.typed)) : first;
  });
  const begin = (after: DraftInput) => withFirst(after, action, scene.price);
  // the price came after its ticket
  if (typed.first.stop === '' && scene.price !== null) setDraft(begin);
  const change = (part: Partial<TicketDraft>) => {
    const isAnew = part.type !== undefined || part.trailUnit !== undefined;
    setDraft((before) => {
      const after = { ...before, ...part };
      return isAnew ? begin(after) : after;
    });
    if (trade.outcome?.kind === 'refused') trade.clear();
  };
  useTyped(form, (fields) => setDraft((before) => begin(withFields(before, fields))));
  // an amount in dollars cannot close a position later
  const queue = typed.queue && scene.isClosed && !isWaiting(typed.type);
  const mode = closing && isLater({ type: typed.type, queue }) ? 'quantity' : typed.mode;
  const draft: TicketDraft = { ...typed, queue, mode };
  const found = judge(draft, scene);
  const isOnline = useOnline();

  function choose(type: OrderType): void {
    const all =
      closing && own && isWaiting(type) && !isWaiting(draft.type)
        ? { quantity: own.quantity, follow: true }
        : {};
    change({ type, ...all });
  }
  function take(quantity: QuantityMicros): void {
    change({
      mode: 'quantity',
      quantity: plainDecimal(quantity, QUANTITY_DIGITS),
      follow: quantity === found.largest,
    });
  }
  async function confirm({ closeAll = false, type = draft.type } = {}): Promise<void> {
    if (found.fault?.isToast && !closeAll) {
      say.refuse(found.fault.key);
      return;
    }
    if (!isOnline) {
      say.refuse('failedTitle', 'offlineNothing');
      return;
    }
    const moved = await trade.send(
      orderOf({ ...draft, type }, found, props, { closeAll, reverse: draft.reverse && opposite !== null }),
    );
    if (moved !== null) onPrice(moved);
  }
  const isHydrated = useHydrated();
  // without a script nothing would free the button again once the fault is mended
  const isFaulty =
    found.fault !== null && !found.fault.isToast && (isHydrated || !(props.typed || scene.isClosed));
  const isBlocked = !isOnline || isFaulty;
  const position = { held, own, opposite, closing };
  return { draft, change, choose, take, ...position, scene, found, isOnline, isBlocked, confirm };
}

export type TicketOrder = ReturnType<typeof useOrder>;

/** A draft with what the fields of its form say. */
function withFields(before: DraftInput, fields: FormData | URLSearchParams): DraftInput {
  const text = (name: string, else_: string) => String(fields.get(name) ?? else_);
  return {
    ...before,
    type: ORDER_TYPES.find((type) => type === fields.get('type')) ?? before.type,
    mode: fields.get('mode') === 'amount' ? 'amount' : 'quantity',
    quantity: text('quantity', before.quantity),
    amount: text('amount', before.amount),
    limit: text('limitPrice', before.limit),
    stop: text('stopPrice', before.stop),
    trail: text('trail', before.trail),
    trailUnit: fields.get('trailUnit') === 'amount' ? 'amount' : 'percent',
    tif: fields.get('tif') === 'day' ? 'day' : 'gtc',
    reverse: fields.has('reverse'),
    queue: fields.has('queue'),
    follow: fields.has('follow'),
    target: fields.has('hasTarget') ? text('targetPrice', '') : null,
    loss: fields.has('hasStop') ? text('lossPrice', '') : null,
  };
}

/** What was typed and chosen before this island woke is right, not what the server drew. */
function useTyped(form: RefObject<HTMLFormElement | null>, onFields: (fields: FormData) => void) {
  const isRead = useRef(false);
  useLayoutEffect(() => {
    if (!form.current || isRead.current) return;
    isRead.current = true;
    onFields(new FormData(form.current));
  }, [form, onFields]);
}

/** The terms that a trade at once does not have. */
function termsOf(draft: TicketDraft, found: Judgement): OrderTerms | null {
  const { type, tif, queue, trail, trailUnit } = draft;
  const { target, loss, limit, stop } = found;
  if (!isLater(draft) && !target && !loss) return null;
  return {
    type,
    ...(queue && { queue }),
    ...(isWaiting(type) && { tif }),
    ...(hasLimit(type) && limit !== null && { limitPrice: writePrice(limit) }),
    ...(hasStop(type) && stop !== null && { stopPrice: writePrice(stop) }),
    ...(type === 'trailing_stop' && {
      [trailUnit === 'percent' ? 'trailPercent' : 'trailAmount']: plainOf(trail),
    }),
    ...(target && { takeProfit: { limitPrice: writePrice(target.level) } }),
    ...(loss && { stopLoss: { stopPrice: writePrice(loss.level) } }),
  };
}

function orderOf(
  draft: TicketDraft,
  found: Judgement,
  { action, request, price, userId }: TicketProps,
  { closeAll, reverse }: { closeAll: boolean; reverse: boolean },
): Order {
  const isMarket = !isWaiting(draft.type);
  return {
    ...{ user_id: userId, symbol: request.symbol, action, mode: draft.mode, size: plainOf(typedSize(draft)) },
    quotedPrice: isLater(draft) ? null : price,
    closeAll: isMarket ? closeAll : isClosing(action) && draft.follow,
    reverse: !isLater(draft) && reverse,
    terms: closeAll ? null : termsOf(draft, found),
  };
}

/** A share more or less, never below one. */
export function steppedQuantity(typed: string, by: bigint): string {
  const next = (parseQuantity(plainOf(typed)) ?? 0n) + by * SHARE;
  return plainDecimal(next < SHARE ? SHARE : next, QUANTITY_DIGITS);
}

/** Cents more or less, never below one. */
export function steppedPrice(typed: string, by: bigint): string {
  const now = parsePrice(plainOf(typed));
  if (now === null) return typed;
  const next = priceE4(now + by * 100n);
  return fieldText(next < 100n ? priceE4(100n) : next);
}

/** A new target or stop: on its own side of the entry. */
export function firstExit(
  kind: 'target' | 'loss',
  { found, scene }: Pick<TicketOrder, 'found' | 'scene'>,
): string {
  const { base } = found;
  if (base === null) return '';
  const isUp = (scene.action === 'buy') === (kind === 'target');
  const percent = kind === 'target' ? FIRST_TARGET : FIRST_LOSS;
  return fieldText(shifted(base, isUp ? percent : -percent));
}
