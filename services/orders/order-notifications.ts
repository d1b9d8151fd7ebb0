import type { WireOrder } from '#core/contract/orders.ts';
import type { EventKind } from '#core/orders/order.ts';
import type { Game } from '#core/season/game.ts';
import type { EndedOrders } from '#db/queries/orders/engine.ts';
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

const REASONS: Readonly<Record<string, Text['key']>> = {
  NOT_ENOUGH_CASH: 'messages:orderRejectedCash',
  POSITION_CONFLICT: 'messages:orderRejectedSide',
  PRICE_TOO_LOW: 'messages:orderRejectedPrice',
  SHARE_LIMIT: 'messages:orderRejectedShare',
  SHORTING_OFF: 'messages:orderRejectedShort',
  TICKER_NOT_ALLOWED: 'messages:orderRejectedTicker',
  VOLUME_LIMIT: 'messages:orderRejectedVolume',
  not_marketable: 'messages:orderEndedAtOnce',
};

function titleIn(game: Game, title: Text['key']): Text['key'] {
  const isFill = title === TEXTS.filled.title;
  if (game === 'season') return title;
  if (game === 'practice') return isFill ? 'messages:practiceFilledTitle' : 'messages:practiceOrderTitle';
  return isFill ? 'messages:privateFilledTitle' : 'messages:privateOrderTitle';
}

function textOf(kind: keyof typeof TEXTS, order: WireOrder): NoticeText {
  const { symbol, filledQuantity, filledPrice, reason } = order;
  const { title, message } = TEXTS[kind];
  const params: Text['params'] =
    kind === 'filled' ? { symbol, quantity: filledQuantity ?? '', price: filledPrice! } : { symbol };
  return { title: { key: title }, message: { key: REASONS[reason ?? ''] ?? message, params } };
}

/** Returns the text for an order after a request of its trader, which may have filled or cancelled it at once. */
export const requestText = (order: WireOrder, request: 'placed' | 'replaced'): NoticeText =>
  textOf(order.status === 'filled' || order.status === 'cancelled' ? order.status : request, order);

export type OrderEvent = { event: EventKind; order: WireOrder };

/** Returns notifications about orders that a step resized or cancelled: one for each cause and symbol. */
function consequencesOf(userId: number, events: readonly OrderEvent[]): Notice[] {
  const last = new Map(events.map((each) => [each.order.id, each]));
  const whyOf = ({ event, order }: OrderEvent) => (event === 'cancelled' ? order.reason! : event);
  const consequences = [...last.values()].filter((each) => whyOf(each) in CONSEQUENCES);
  const groups = Map.groupBy(consequences, (each) => `${whyOf(each)} ${each.order.symbol}`);
  return [...groups.values()].map((group) => {
    const { kind, title, message } = CONSEQUENCES[whyOf(group[0]!)]!;
    const { symbol, quantity } = group[0]!.order;
    const params = { symbol, count: group.length, quantity: quantity ?? '' };
    return {
      type: 'notice',
      userId,
      topic: 'order',
      kind,
      title: { key: title },
      message: { key: message, params },
    };
  });
}

type Consequence = { kind: Notice['kind']; title: Text['key']; message: Text['key'] };
const CONSEQUENCES: Readonly<Record<string, Consequence>> = {
  resized: { kind: 'success', title: 'messages:orderResizedTitle', message: 'messages:orderResized' },
  position_closed: {
    kind: 'success',
    title: 'messages:orderCancelledTitle',
    message: 'messages:orderEndedPosition',
  },
  // the server cancels these orders against the trader's will
  forced_cover: { kind: 'error', title: 'messages:orderCancelledTitle', message: 'messages:orderEndedCover' },
  symbol_gone: { kind: 'error', title: 'messages:orderCancelledTitle', message: 'messages:orderEndedGone' },
};

/**
 * Returns the notifications for one step of a trader's orders.
 * @param isNews false for a step that a request caused: the response reports the step, and notifications only what
 * follows from it
 */
export function noticesOf(
  userId: number,
  events: readonly OrderEvent[],
  isNews: boolean,
  game: Game,
): Notice[] {
  const news = events.flatMap(({ event, order }): Notice[] => {
    if (event !== 'filled' && event !== 'rejected' && event !== 'expired' && event !== 'triggered') return [];
    const kind = event === 'filled' || event === 'triggered' ? 'success' : 'error';
    return [{ type: 'notice', userId, topic: 'order', kind, ...textOf(event, order) }];
  });
  const notices = [...(isNews ? news : []), ...consequencesOf(userId, events)];
  return notices.map((notice) => ({ ...notice, title: { key: titleIn(game, notice.title.key) } }));
}

export const seasonEndNotice = ({ userId, count, symbol }: EndedOrders): Notice => ({
  type: 'notice',
  userId,
  topic: 'order',
  kind: 'error',
  title: { key: 'messages:orderCancelledTitle' },
  message: { key: 'messages:orderEndedSeason', params: { count, symbol } },
});
