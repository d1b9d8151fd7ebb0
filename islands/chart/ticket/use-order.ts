import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Opening, PanelRequest, PanelSetting } from '#components/chart/panel.ts';
import {
  parsePrice,
  parseQuantity,
  plainDecimal,
  QUANTITY_DIGITS,
  readCents,
  SHARE,
  writeCents,
  writePrice,
} from '#core/money/money.ts';
import { plainOf } from '#core/money/typed-decimal.ts';
import { type PriceE4, priceE4, type QuantityMicros } from '#core/money/units.ts';
import { ORDER_TYPES, type OrderType, TERMS_OF } from '#core/orders/order.ts';
import { firstExit } from '#core/orders/typed-level.ts';
import { useHydrated } from '#framework/islands/hooks.ts';
import { type Account, positionIn } from '../../_state/account.ts';
import type { Engine } from '../engine/engine.ts';
import { useTimeLeft } from '../ground/OpensIn.tsx';
import type { Order, OrderTerms, TicketAction } from '../ground/orders.ts';
import type { Announce } from '../ground/say.ts';
import type { ChartStrings } from '../ground/strings.ts';
import {
  type FirstLevels,
  fieldText,
  firstLevels,
  isClosing,
  isLater,
  isWaiting,
  readLimits,
  sideOf,
  type TicketDraft,
  type TicketScene,
  typedSize,
} from './draft.ts';
import { type Fault, type Judgement, judge } from './judge.ts';
import type { TicketTrade } from './use-trade.ts';

export type TicketProps = {
  /** The panel's live chart, null before it runs. */
  engine: Engine | null;
  action: TicketAction;
  /** The actions of both sides, in the order of the chart's buttons. */
  actions: readonly TicketAction[];
  request: PanelRequest;
  /** Dollars, decimal string; null while it is being fetched, or when that failed. */
  price: string | null;
  /** The age of an old price, seconds; null while it is fresh. */
  age: number | null;
  /** When a closed market opens; null while it is open. */
  opening: Opening | null;
  /** Seconds between two polls of the price; null where prices are streamed. */
  pollSec: number | null;
  account: Account;
  userId: number;
  game: PanelSetting['game'];
  limits: PanelSetting['limits'];
  /** True when an order that opens needs a reason. */
  needsReason: boolean;
  orderKey: string;
  /** The values of a refused form, by field; absent otherwise. */
  typed?: Record<string, string>;
  trade: TicketTrade;
  say: Announce;
  onClose(): void;
  /** Shows the ticket of the other side. */
  onTurn(): void;
  /** Shows the ticket that opens a position in the order's direction, when there is nothing to close. */
  onInstead(): void;
  onPrice(price: string): void;
};

export type PartProps = TicketProps & { order: TicketOrder; strings: ChartStrings };

const subscribeLine = (onChange: () => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};
const useOnline = () =>
  useSyncExternalStore(
    subscribeLine,
    () => navigator.onLine,
    () => true,
  );

/** A draft, and the initial texts of its price fields. A field with any other text has been typed in. */
type DraftInput = TicketDraft & { first: FirstLevels };

function firstDraft(
  action: TicketProps['action'],
  price: PriceE4 | null,
  size: Pick<TicketDraft, 'quantity' | 'most'>,
): DraftInput {
  const kind = { type: 'market', trailUnit: 'percent' } as const;
  const first = firstLevels(kind, action, price);
  return {
    ...kind,
    ...first,
    first,
    ...size,
    mode: 'quantity',
    amount: '',
    tif: 'gtc',
    reverse: false,
    queue: false,
    follow: isClosing(action),
    target: null,
    loss: null,
    reason: '',
  };
}

/** Recomputes, from the newest price, the texts of the price fields that the trader has not typed in. */
function withFirst(draft: DraftInput, action: TicketProps['action'], price: PriceE4 | null): DraftInput {
  if (price === null) return draft;
  const first = firstLevels(draft, action, price);
  const levels = { ...first };
  for (const field of ['limit', 'stop', 'trail'] as const)
    if (draft[field] !== draft.first[field]) levels[field] = draft[field];
  return { ...draft, ...levels, first };
}

/** Returns the order in the ticket: its draft, its judgement, and the functions that change and send it. */
export function useOrder(
  props: TicketProps & { quantity: string | null },
  form: RefObject<HTMLFormElement | null>,
) {
  const { action, request, price, opening, account, limits, needsReason, trade, say, onPrice } = props;
  const { symbol } = request;
  const held = positionIn(account, symbol);
  const closing = isClosing(action);
  const sameSide = held?.side === sideOf(action) ? held : null;
  const opposite = held && !sameSide && !closing ? held : null;
  const scene = {
    action,
    symbol,
    held,
    price: price === null ? null : parsePrice(price),
    cash: readCents(account.cash),
    reserved: readCents(account.held ?? '0'),
    limits: readLimits(limits),
    needsReason,
    isClosed: useTimeLeft(opening) > 0,
  };
  const [typed, setDraft] = useState(() => {
    // a closing order starts with the whole position
    const whole = closing ? sameSide?.quantity : undefined;
    const size = { quantity: props.quantity ?? whole ?? '1', most: !props.quantity && closing };
    const first = firstDraft(action, scene.price, size);
    return props.typed ? withFields(first, new URLSearchParams(props.typed)) : first;
  });
  const begin = (input: DraftInput) => withFirst(input, action, scene.price);
  // the price may arrive after the ticket opened
  if (typed.first.stop === '' && scene.price !== null) setDraft(begin);
  const change = (part: Partial<TicketDraft>) => {
    const isAnew = part.type !== undefined || part.trailUnit !== undefined;
    setDraft((previous) => {
      const next = { ...previous, ...part };
      return isAnew ? begin(next) : next;
    });
    if (trade.outcome?.kind === 'refused') trade.clear();
  };
  useTyped(form, (fields) => setDraft((previous) => begin(withFields(previous, fields))));
  // an order in dollars cannot close a position later
  const queue = typed.queue && scene.isClosed && !isWaiting(typed.type);
  const mode = closing && isLater({ type: typed.type, queue }) ? 'quantity' : typed.mode;
  const { draft, judgement } = judgeMost({ ...typed, queue, mode }, scene);
  const isOnline = useOnline();

  function choose(type: OrderType): void {
    const isFirstWait = closing && isWaiting(type) && !isWaiting(draft.type);
    if (sameSide && isFirstWait) change({ type, quantity: sameSide.quantity, follow: true });
    else change({ type });
  }
  function take(quantity: QuantityMicros): void {
    const most = quantity === judgement.largest;
    change({ mode: 'quantity', quantity: quantityText(quantity), follow: most, most });
  }
  async function confirm({ closeAll = false, type = draft.type } = {}): Promise<void> {
    if (judgement.fault?.isToast && !closeAll) {
      sayFault(judgement.fault, { say, mode: draft.mode, form: form.current });
      return;
    }
    if (!isOnline) {
      say.refuse('failedTitle', 'offlineNothing');
      return;
    }
    const { outcome } = trade;
    // sends a lost order again unchanged: with a new largest size it would be another order
    const isAgain = draft.most && outcome?.kind === 'lost' && outcome.order.action === action;
    const newPrice = await trade.send(
      isAgain
        ? outcome.order
        : orderOf({ ...draft, type }, judgement, props, {
            closeAll,
            reverse: draft.reverse && opposite !== null,
          }),
    );
    if (newPrice !== null) onPrice(newPrice);
  }
  const isHydrated = useHydrated();
  // without hydration nothing would enable the button once the fault is corrected
  const isFaulty =
    judgement.fault !== null && !judgement.fault.isToast && (isHydrated || !(props.typed || scene.isClosed));
  const isBlocked = !isOnline || isFaulty;
  const position = { held, sameSide, opposite, closing };
  return { draft, change, choose, take, ...position, scene, judgement, isOnline, isBlocked, confirm };
}

export type TicketOrder = ReturnType<typeof useOrder>;

type Said = Pick<TicketProps, 'say'> & Pick<TicketDraft, 'mode'> & { form: HTMLFormElement | null };

/** Shows in a toast why Confirm does not send the order, and focuses the field of a missing reason. */
function sayFault({ field, key }: Fault, { say, mode, form }: Said): void {
  if (field === 'reason') {
    say.refuse('failedTitle', key);
    form?.querySelector<HTMLInputElement>('[name=reason]')?.focus();
  } else say.refuse(key, mode === 'quantity' ? 'quantityRule' : 'amountRule');
}

const quantityText = (quantity: QuantityMicros) => plainDecimal(quantity, QUANTITY_DIGITS);

/** Judges a draft. `most` counts in shares only: the shares are first updated to the largest number. */
function judgeMost(typed: TicketDraft, scene: TicketScene): { draft: TicketDraft; judgement: Judgement } {
  const draft = { ...typed, most: typed.most && typed.mode === 'quantity' };
  const judgement = judge(draft, scene);
  const { largest } = judgement;
  if (!draft.most || !largest) return { draft, judgement };
  const next = { ...draft, quantity: quantityText(largest) };
  return { draft: next, judgement: judge(next, scene) };
}

function withFields(input: DraftInput, fields: FormData | URLSearchParams): DraftInput {
  const text = (name: string, fallback: string) => String(fields.get(name) ?? fallback);
  return {
    ...input,
    most: input.most && text('quantity', input.quantity) === input.quantity,
    type: ORDER_TYPES.find((type) => type === fields.get('type')) ?? input.type,
    mode: fields.get('mode') === 'amount' ? 'amount' : 'quantity',
    quantity: text('quantity', input.quantity),
    amount: text('amount', input.amount),
    limit: text('limitPrice', input.limit),
    stop: text('stopPrice', input.stop),
    trail: text('trail', input.trail),
    trailUnit: fields.get('trailUnit') === 'amount' ? 'amount' : 'percent',
    tif: fields.get('tif') === 'day' ? 'day' : 'gtc',
    reverse: fields.has('reverse'),
    queue: fields.has('queue'),
    follow: fields.has('follow'),
    target: fields.has('hasTarget') ? text('targetPrice', '') : null,
    loss: fields.has('hasStop') ? text('lossPrice', '') : null,
    reason: text('reason', input.reason),
  };
}

/** Reads the form once: text that was typed before hydration replaces the server's. */
function useTyped(form: RefObject<HTMLFormElement | null>, onFields: (fields: FormData) => void) {
  const isRead = useRef(false);
  useLayoutEffect(() => {
    if (!form.current || isRead.current) return;
    isRead.current = true;
    onFields(new FormData(form.current));
  }, [form, onFields]);
}

/** Returns the terms of a working order or one with a bracket; null for a plain trade. */
function termsOf(draft: TicketDraft, judgement: Judgement): OrderTerms | null {
  const { type, tif, queue, trail, trailUnit } = draft;
  const { target, loss, limit, stop } = judgement;
  if (!isLater(draft) && !target && !loss) return null;
  const has = TERMS_OF[type];
  return {
    type,
    ...(queue && { queue }),
    ...(isWaiting(type) && { tif }),
    ...(has.limit && limit !== null && { limitPrice: writePrice(limit) }),
    ...(has.stop && stop !== null && { stopPrice: writePrice(stop) }),
    ...(has.trail && {
      [trailUnit === 'percent' ? 'trailPercent' : 'trailAmount']: plainOf(trail),
    }),
    ...(target && { takeProfit: { limitPrice: writePrice(target.level) } }),
    ...(loss && { stopLoss: { stopPrice: writePrice(loss.level) } }),
  };
}

function orderOf(
  draft: TicketDraft,
  judgement: Judgement,
  { action, request, price, userId }: TicketProps,
  { closeAll, reverse }: { closeAll: boolean; reverse: boolean },
): Order {
  const isMarket = !isWaiting(draft.type);
  // at a later price the largest number of shares may cost more than the cash, while an amount in dollars cannot
  const most = draft.most && isMarket ? judgement.largestCost : null;
  return {
    user_id: userId,
    symbol: request.symbol,
    action,
    ...(most === null
      ? { mode: draft.mode, size: plainOf(typedSize(draft)) }
      : { mode: 'amount', size: writeCents(most) }),
    quotedPrice: isLater(draft) ? null : price,
    closeAll: isClosing(action) && (isMarket ? closeAll || draft.most : draft.follow),
    reverse: !isLater(draft) && reverse,
    ...(draft.reason.trim() !== '' && { reason: draft.reason.trim() }),
    terms: closeAll ? null : termsOf(draft, judgement),
  };
}

/** Returns the quantity plus `by` shares, at least one share. */
export function steppedQuantity(typed: string, by: bigint): string {
  const next = (parseQuantity(plainOf(typed)) ?? 0n) + by * SHARE;
  return plainDecimal(next < SHARE ? SHARE : next, QUANTITY_DIGITS);
}

/**
 * Returns the price plus `by` cents. A step down stops at one cent, and does not change a lower price. A text that is
 * not a price is returned as it is.
 */
export function steppedPrice(typed: string, by: bigint): string {
  const price = parsePrice(plainOf(typed));
  if (price === null || (by < 0n && price < 100n)) return typed;
  const next = priceE4(price + by * 100n);
  return fieldText(next < 100n ? priceE4(100n) : next);
}

/** Returns the initial text of a target or stop, on the correct side of the entry; empty without the entry's price. */
export function firstExitText(
  kind: 'target' | 'loss',
  { judgement, scene }: Pick<TicketOrder, 'judgement' | 'scene'>,
): string {
  const { base } = judgement;
  const isLong = scene.action === 'buy';
  const price = base && firstExit(kind === 'target' ? 'target' : 'stop', isLong, base);
  return price ? fieldText(price) : '';
}
