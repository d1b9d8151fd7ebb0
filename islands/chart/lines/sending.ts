/** What the labels of a chart send, and what they say of it. */
import { fill } from '#core/locale/fill.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import { quoteNow } from '../../_live/quotes.ts';
import { createAnnounce } from '../panel/say.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { ACTION_NAME } from '../ticket/actions.ts';
import type { Mode } from './label.ts';
import { closingOf } from './line.ts';
import type { LineEntry } from './place.ts';
import { type MarketTrade, moveOrder, type RequestOutcome, sendCancel, tradeNow } from './requests.ts';

/** The board whose labels send. */
export type SendingBoard = {
  readonly setup: { strings: ChartStrings; userId: number };
  readonly symbol: string;
  /** The chart. */
  readonly box: HTMLElement;
  positionNow(): Holding | null;
  turn(entry: LineEntry, mode: Mode): void;
  /** Reads position and orders anew. */
  reload(): Promise<void>;
};

/** What was asked is done: the position is closed, or the order cancelled. */
export function confirmQuestion(board: SendingBoard, entry: LineEntry): void {
  const { line, mode } = entry;
  if (mode.name !== 'asking') return;
  const { order } = line;
  if (order) return void settle(board, entry, () => sendCancel(order, board.setup.strings));
  const position = board.positionNow();
  if (position) trade(board, entry, { action: closingOf(position), closeAll: true });
}

/** An order whose line was moved is changed. */
export function sendMove(board: SendingBoard, entry: LineEntry): void {
  const { mode, line } = entry;
  if (mode.name !== 'moving') return;
  const { price } = mode;
  if (Number(price) === Number(line.price)) board.turn(entry, { name: 'rest' });
  else void settle(board, entry, () => moveOrder(line, price, board.setup.strings), { price });
}

/** A stop that is reached already is traded at the market; what is left of the order goes. */
export function tradeInstead(board: SendingBoard, entry: LineEntry): void {
  const { order } = entry.line;
  if (!order) return;
  const size = order.closeAll ? { closeAll: true } : { quantity: order.quantity ?? undefined };
  trade(board, entry, { action: order.action, ...size }, () => sendCancel(order, board.setup.strings));
}

function trade(
  board: SendingBoard,
  entry: LineEntry,
  order: Pick<MarketTrade, 'action' | 'closeAll' | 'quantity'>,
  after?: () => Promise<unknown>,
): void {
  const { symbol, setup } = board;
  const { strings, userId } = setup;
  const quotedPrice = quoteNow(symbol)?.price ?? null;
  const lost = () => board.turn(entry, { name: 'lost', sentence: strings.noAnswer });
  void settle(
    board,
    entry,
    () => tradeNow({ user_id: userId, symbol, quotedPrice, ...order }, strings, lost),
    {
      done: async (filled) => {
        createAnnounce(strings).done(
          'executedTitle',
          fill(strings.executed, {
            action: strings[ACTION_NAME[filled.action]].toUpperCase(),
            quantity: filled.quantity,
            symbol: filled.symbol,
            price: `$${Number(filled.price).toFixed(2)}`,
          }),
        );
        await after?.();
      },
    },
  );
}

/** Sends, shows that it is under way and what came of it, and gives the focus back. */
async function settle<T>(
  board: SendingBoard,
  entry: LineEntry,
  send: () => Promise<RequestOutcome<T>>,
  { price = null, done }: { price?: string | null; done?(answer: T): Promise<void> } = {},
): Promise<void> {
  const { label, line } = entry;
  const hadFocus = label.root.contains(document.activeElement);
  board.turn(entry, { name: 'sending', price });
  const result = await send();
  // what was pressed is hidden, and loses the focus at the next frame
  const isLeft = () => {
    const { activeElement, body } = document;
    return hadFocus && (activeElement === body || activeElement?.checkVisibility() === false);
  };
  if ('sentence' in result) {
    const { sentence, code } = result;
    board.turn(entry, {
      ...{ name: 'refused', sentence },
      canTrade: code === 'PRICE_CROSSED' && line.kind === 'stop',
    });
    if (isLeft()) label.focus('note');
    return;
  }
  await done?.(result.answer);
  await board.reload();
  board.turn(entry, { name: 'rest' });
  if (!isLeft()) return;
  if (label.root.isConnected) label.focus('rest');
  else board.box.focus({ preventScroll: true });
}
