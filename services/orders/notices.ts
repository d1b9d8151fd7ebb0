/** What a trader is told about their orders. */
import type { WireOrder } from '#core/contract/schemas/orders.ts';
import type { EventKind } from '#core/orders/order.ts';
import type { Text } from '#framework/failure.ts';
import type { Notice } from '../realtime/bus.ts';

type NoticeText = Pick<Notice, 'title' | 'message'>;

const TEXTS = {
  placed: { title: 'messages:orderPlacedTitle', message: 'messages:orderPlaced' },
  replaced: { title: 'messages:orderChangedTitle', message: 'messages:orderChanged' },
  filled: { title: 'messages:orderFilledTitle', message: 'messages:orderFilled' },
  cancelled: { title: 'messages:orderCancelledTitle', message: 'messages:orderCancelled' },
  rejected: { title: 'messages:orderRejectedTitle', message: 'messages:orderRejected' },
  expired: { title: 'messages:orderExpiredTitle', message: 'messages:orderExpired' },
  triggered: { title: 'messages:orderTriggeredTitle', message: 'messages:orderTriggered' },
} as const;

function textOf(kind: keyof typeof TEXTS, { symbol, filledQuantity, filledPrice }: WireOrder): NoticeText {
  const { title, message } = TEXTS[kind];
  const params: Text['params'] =
    kind === 'filled' ? { symbol, quantity: filledQuantity ?? '', price: filledPrice ?? '' } : { symbol };
  return { title: { key: title }, message: { key: message, params } };
}

/** A placed order: it waits, it is filled already, or it was not marketable. */
export function placedText(order: WireOrder): NoticeText {
  if (order.status === 'filled') return textOf('filled', order);
  return textOf(order.status === 'cancelled' ? 'cancelled' : 'placed', order);
}

/** An order that its trader changed or cancelled. */
export function changedText(order: WireOrder): NoticeText {
  if (order.status === 'filled') return textOf('filled', order);
  return textOf(order.status === 'cancelled' ? 'cancelled' : 'replaced', order);
}

/** What happened to an order while its trader did nothing; null where that is no news. */
export function noticeOf(userId: number, event: EventKind, order: WireOrder): Notice | null {
  const isNews =
    event === 'filled' ||
    event === 'rejected' ||
    event === 'expired' ||
    event === 'triggered' ||
    (event === 'cancelled' && (order.reason === 'forced_cover' || order.reason === 'position_closed'));
  if (!isNews) return null;
  const kind = event === 'filled' || event === 'triggered' ? 'success' : 'error';
  return { type: 'notice', userId, kind, ...textOf(event, order) };
}
