import { type Answer, CHANGE_TIMEOUT_MS, call, HttpError, type Input } from '#core/contract/call.ts';
import type { WireOrder } from '#core/contract/orders.ts';
import { fill } from '#core/locale/sentence.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import { wakeIsland } from '#framework/browser/host.ts';
import { serverNow } from '#framework/browser/server-clock.ts';
import { quoteNow } from '../../_live/quotes.ts';
import { pageGame } from '../../_state/game.ts';
import { newKey } from '../../_state/key.ts';
import { onlyTicker } from '../../_state/live.ts';
import { followLost } from '../data/lost-order.ts';
import { type DoneOrder, LINE_TRADED } from '../ground/orders.ts';
import { createAnnounce, sayDone } from '../ground/say.ts';
import type { ChartStrings } from '../ground/strings.ts';
import type { Mode } from './label.ts';
import { closingOf, type Line } from './line.ts';
import type { LineEntry } from './place.ts';

type RequestOutcome<T> = { answer: T } | { sentence: string; code?: string };

type RequestTexts = Pick<ChartStrings, 'failed' | 'offlineNothing' | 'neverArrived' | 'outcomeUnknown'>;

const optionsOf = (idempotencyKey: string) => ({
  idempotencyKey,
  signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS),
});
const refusalOf = (error: HttpError, { failed }: RequestTexts) => ({
  sentence: error.text ?? failed,
  code: error.body.code,
});

/** Sends an idempotent request, and once more when no response arrives. */
async function outcome<T>(
  send: (options: object) => Promise<T>,
  texts: RequestTexts,
): Promise<RequestOutcome<T>> {
  if (!navigator.onLine) return { sentence: texts.offlineNothing };
  const key = newKey();
  const attempt = (): Promise<RequestOutcome<T> | null> =>
    send(optionsOf(key)).then(
      (answer) => ({ answer }),
      (error) => (error instanceof HttpError ? refusalOf(error, texts) : null),
    );
  return (await attempt()) ?? (await attempt()) ?? { sentence: texts.failed };
}

/** A trade at the market. `quotedPrice` is the price on the label, dollars, decimal string. */
type MarketTrade = Pick<Input<'POST /api/trade'>['body'], 'symbol' | 'action' | 'quantity' | 'closeAll'> & {
  user_id: number;
  quotedPrice: string | null;
};

/** Sends an order once. Without a response it polls for the outcome. @param onLost called when polling begins */
async function tradeNow(
  { quotedPrice, ...rest }: MarketTrade,
  texts: RequestTexts,
  onLost: () => void,
): Promise<RequestOutcome<Answer<'POST /api/trade'>>> {
  if (!navigator.onLine) return { sentence: texts.offlineNothing };
  const key = newKey();
  const body = { ...rest, ...pageGame(), ...(quotedPrice !== null && { quotedPrice }) };
  try {
    return { answer: await call('POST /api/trade', { body }, optionsOf(key)) };
  } catch (error) {
    // a proxy may fail after the server has filled the order; only the server's own refusals have a code
    const isKnown = error instanceof HttpError && (error.status < 500 || error.body.code !== undefined);
    if (isKnown) return refusalOf(error, texts);
  }
  onLost();
  return new Promise((done) => {
    followLost(key, texts, (outcome) =>
      // the response to a market trade always has the trade
      done('sentence' in outcome ? outcome : { answer: outcome.trade! }),
    );
  });
}

const sendCancel = ({ id }: WireOrder, texts: RequestTexts): Promise<RequestOutcome<WireOrder>> =>
  outcome((options) => call('DELETE /api/orders/:id', { params: { id }, query: {} }, options), texts);

/** Changes the price of a line's order. Target and stop move along with an entry. @param price decimal string */
const moveOrder = (
  { id, movable }: Line,
  price: string,
  texts: RequestTexts,
): Promise<RequestOutcome<WireOrder>> => {
  const body = { [movable!]: price, carry: true };
  return outcome((options) => call('PATCH /api/orders/:id', { params: { id }, body }, options), texts);
};

export type SendingBoard = {
  readonly setup: { userId: number };
  readonly symbol: string;
  readonly box: HTMLElement;
  positionNow(): Holding | null;
  turn(entry: LineEntry, mode: Mode): void;
  reload(): Promise<void>;
};

export type LineCommand = 'confirmQuestion' | 'sendMove' | 'tradeInstead';

/** Closes the position or cancels the order after the trader has confirmed. */
export function confirmQuestion(board: SendingBoard, entry: LineEntry, strings: ChartStrings): void {
  const { line, mode } = entry;
  if (mode.name !== 'asking') return;
  const { order } = line;
  if (order) return void settle(board, entry, () => sendCancel(order, strings));
  const position = board.positionNow();
  if (position) trade(board, entry, strings, { action: closingOf(position), closeAll: true });
}

export function sendMove(board: SendingBoard, entry: LineEntry, strings: ChartStrings): void {
  const { mode, line } = entry;
  if (mode.name !== 'moving') return;
  const { price } = mode;
  if (Number(price) === Number(line.price)) board.turn(entry, { name: 'rest' });
  else void settle(board, entry, () => moveOrder(line, price, strings), { price });
}

/** Trades a reached stop at the market, and cancels its order. */
export function tradeInstead(board: SendingBoard, entry: LineEntry, strings: ChartStrings): void {
  const { order } = entry.line;
  if (!order) return;
  const size = order.closeAll ? { closeAll: true } : { quantity: order.quantity ?? undefined };
  trade(board, entry, strings, { action: order.action, ...size }, () => sendCancel(order, strings));
}

function trade(
  board: SendingBoard,
  entry: LineEntry,
  strings: ChartStrings,
  order: Pick<MarketTrade, 'action' | 'closeAll' | 'quantity'>,
  after?: () => Promise<unknown>,
): void {
  const { symbol } = board;
  const { userId } = board.setup;
  const ticker = onlyTicker([symbol]);
  if (ticker !== null) {
    const sentence = fill(strings.rtTrade, { ticker });
    board.turn(entry, { name: 'refused', sentence, canTrade: false });
    return;
  }
  const quotedPrice = quoteNow(symbol)?.price ?? null;
  const lost = () => board.turn(entry, { name: 'lost', sentence: strings.noAnswer });
  const send = () => tradeNow({ user_id: userId, symbol, quotedPrice, ...order }, strings, lost);
  const { action } = order;
  const doneOf = (trade: Answer<'POST /api/trade'>): DoneOrder => ({
    trade,
    placed: null,
    doneAt: serverNow(),
    order: { action, symbol, quotedPrice },
  });
  void settle(board, entry, send, {
    done: async (trade) => {
      // an open ticket takes the place of a receipt
      const isShown = !board.box.closest('.chart-panel')?.querySelector('.chart-ticket form');
      sayDone({ action, symbol }, { trade, placed: null }, strings, createAnnounce(strings), isShown);
      await after?.();
    },
  }).then((trade) => trade && showReceipt(board.box, doneOf(trade)));
}

/** Shows the receipt in the chart's panel, where a ticket would be. */
function showReceipt(box: HTMLElement, detail: DoneOrder): void {
  const island = box.closest<HTMLElement>('is-land')!;
  wakeIsland(island, () => box.dispatchEvent(new CustomEvent(LINE_TRADED, { detail })));
}

/** Sends a request, shows progress and outcome on the label, and restores the focus. @returns null after a refusal */
async function settle<T>(
  board: SendingBoard,
  entry: LineEntry,
  send: () => Promise<RequestOutcome<T>>,
  { price = null, done }: { price?: string | null; done?(answer: T): Promise<void> } = {},
): Promise<T | null> {
  const { label, line } = entry;
  const hadFocus = label.root.contains(document.activeElement);
  board.turn(entry, { name: 'sending', price });
  const result = await send();
  // the pressed button is hidden by now and loses the focus in the next frame
  const isLeft = () => {
    const { activeElement, body } = document;
    return hadFocus && (activeElement === body || activeElement?.checkVisibility() === false);
  };
  if ('sentence' in result) {
    const { sentence, code } = result;
    board.turn(entry, {
      name: 'refused',
      sentence,
      canTrade: code === 'PRICE_CROSSED' && line.kind === 'stop',
    });
    if (isLeft()) label.focus('note');
    return null;
  }
  await done?.(result.answer);
  await board.reload();
  board.turn(entry, { name: 'rest' });
  if (isLeft()) {
    if (label.root.isConnected) label.focus('rest');
    else board.box.focus({ preventScroll: true });
  }
  return result.answer;
}
