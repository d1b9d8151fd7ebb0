import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type PanelRequest, pathOf } from '#components/chart/panel.ts';
import { fill } from '#core/locale/fill.ts';
import { formatQuantity } from '#core/locale/format.ts';
import {
  MICRO_DIGITS,
  type Micro,
  PRICE_DIGITS,
  parseDecimal,
  plainDecimal,
  readCents,
} from '#core/money/money.ts';
import { useRegion } from '#framework/islands/island.tsx';
import { useDraft } from '#framework/islands/use-draft.ts';
import { type Account, positionIn } from '../../_state/account.ts';
import type { Say } from '../panel/say.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { GetForm } from '../view/GetForm.tsx';
import { ACTION_NAME, type SizeMode, type TicketAction } from './actions.ts';
import { estimate, isClosing, sideOf } from './estimate.ts';
import { Figures } from './Figures.tsx';
import { SizeInput } from './SizeInput.tsx';
import type { Trade } from './use-trade.ts';

export type TicketProps = {
  action: TicketAction;
  request: PanelRequest;
  /** Dollars; null while it is fetched or when that failed. */
  price: number | null;
  account: Account;
  userId: number;
  orderKey: string;
  trade: Trade;
  strings: ChartStrings;
  say: Say;
  onClose(): void;
  onPrice(price: number): void;
};

/** An order ticket: a form that posts by itself, and with scripts sends the order without leaving the page. */
export default function Ticket(props: TicketProps) {
  const { action, price, strings } = props;
  const { dir } = useRegion();
  const headingId = useId();
  const closeId = useId();
  const form = useRef<HTMLFormElement>(null);
  const order = useOrder(props);
  const { mode, setMode, size, quantity, amount, guess, closing } = order;

  useEffect(() => {
    // Chosen before this island woke: the browser's radio is right, not the server's.
    if (form.current?.querySelector<HTMLInputElement>('[data-mode=amount]')?.checked) setMode('amount');
    // Under a finger the size is not focused: its keyboard would cover the ticket.
    const first = matchMedia('(pointer: coarse)').matches ? 'h2' : 'input[data-size]';
    form.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
  }, [setMode]);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    void order.confirm(submitter?.getAttribute('name') === 'closeAll');
  }

  return (
    <div
      role="dialog"
      aria-labelledby={headingId}
      className="chart-ticket popover"
      data-closing={closing || undefined}
    >
      <form ref={form} method="post" action="/api/trade" noValidate onSubmit={onSubmit} dir={dir}>
        <HiddenFields {...props} />
        <TicketHead {...props} {...{ headingId, closeId }} name={strings[ACTION_NAME[action]]} />
        <SizeInput
          {...{ mode, quantity, amount, strings }}
          onMode={setMode}
          invalid={guess.problem !== null && size.value !== ''}
        />
        <Figures {...{ price, closing, guess, strings }} held={order.held} onLargest={order.takeLargest} />
        <Reverse order={order} strings={strings} />
        <Tear />
        <p className="m-0 mb-3 text-caption text-paper-3">{strings.note}</p>
        <ConfirmButtons {...props} order={order} />
      </form>
      {/* without scripts, the page again without its ticket */}
      <GetForm id={closeId} request={props.request} omit="ticket" />
    </div>
  );
}

type TicketOrder = ReturnType<typeof useOrder>;

/** The order as it stands in the ticket, what it would come to, and how it is sent. */
function useOrder({ action, request, price, account, userId, trade, say, onPrice }: TicketProps) {
  const { symbol } = request;
  const [mode, setMode] = useState<SizeMode>('quantity');
  const quantity = useDraft('1');
  const amount = useDraft('');
  const [reverse, setReverse] = useState(false);
  const size = mode === 'quantity' ? quantity : amount;
  const held = positionIn(account, symbol);
  const closing = isClosing(action);
  const own = held?.side === sideOf(action) ? held : null;
  const opposite = held && !own && !closing ? held : null;
  const guess = estimate({
    action,
    mode,
    typed: size.value,
    price: price === null ? null : parseDecimal(String(price), PRICE_DIGITS),
    cash: readCents(account.cash),
    held,
  });

  async function confirm(closeAll: boolean): Promise<void> {
    if (guess.problem && !closeAll) {
      say.refuse(guess.problem);
      return;
    }
    const moved = await trade.send({
      user_id: userId,
      symbol,
      action,
      mode,
      size: size.value.trim(),
      quotedPrice: price,
      closeAll,
      reverse: reverse && opposite !== null,
    });
    if (moved !== null) onPrice(moved);
  }
  function takeLargest(largest: Micro): void {
    setMode('quantity');
    quantity.set(plainDecimal(largest, MICRO_DIGITS));
  }
  const sizing = { mode, setMode, size, quantity, amount, takeLargest };
  return { ...sizing, reverse, setReverse, held, own, opposite, closing, guess, confirm };
}

/** What the form sends besides its size. */
function HiddenFields({ userId, action, orderKey, request, price }: TicketProps) {
  return (
    <>
      <input type="hidden" name="user_id" value={userId} />
      <input type="hidden" name="symbol" value={request.symbol} />
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="intent" value={orderKey} />
      <input type="hidden" name="next" value={pathOf(request)} />
      {price !== null && <input type="hidden" name="quotedPrice" value={price} />}
    </>
  );
}

function TicketHead({
  request,
  strings,
  onClose,
  name,
  headingId,
  closeId,
}: TicketProps & { name: string; headingId: string; closeId: string }) {
  return (
    <header className="mb-2.5 flex items-center justify-between">
      <h2 id={headingId} tabIndex={-1} className="m-0 text-h3 outline-none">
        {name} {request.symbol}
      </h2>
      <button
        type="submit"
        form={closeId}
        className="icon-btn !h-8 !w-8 coarse:!h-11 coarse:!w-11"
        aria-label={strings.closeTicket}
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <span className="i-lucide-x size-4" aria-hidden="true" />
      </button>
    </header>
  );
}

/** Offered when the order goes against the position that is open. */
function Reverse({ order: { opposite, reverse, setReverse }, strings }: PartProps) {
  if (!opposite) return null;
  return (
    <label className="mt-2.5 flex items-start gap-2 text-size-small text-paper-2 coarse:min-h-11 coarse:items-center">
      <input
        type="checkbox"
        name="reverse"
        value="true"
        className="mt-0.5 coarse:h-5 coarse:w-5"
        checked={reverse}
        onChange={(event) => setReverse(event.currentTarget.checked)}
      />
      {fill(strings.reverse, {
        side: (opposite.side === 'long' ? strings.long : strings.shortSide).toLowerCase(),
        quantity: formatQuantity(opposite.quantity),
      })}
    </label>
  );
}

type PartProps = { order: TicketOrder; strings: ChartStrings };

function ConfirmButtons({ action, trade, strings, order: { closing, own } }: TicketProps & PartProps) {
  const isLocked = trade.busy || trade.wait > 0;
  const name = strings[ACTION_NAME[action]].toLowerCase();
  const text = trade.busy
    ? strings.sending
    : trade.wait > 0
      ? fill(strings.wait, { seconds: trade.wait })
      : fill(strings.confirm, { action: name });
  return (
    <>
      <button
        type="submit"
        className={`btn ${closing ? 'btn-sell' : 'btn-buy'} w-full tabular-nums`}
        disabled={isLocked}
      >
        {text}
      </button>
      {closing && own && (
        <button
          type="submit"
          name="closeAll"
          value="true"
          className="btn btn-secondary mt-2 w-full"
          disabled={isLocked}
        >
          {fill(strings.closeAll, { quantity: formatQuantity(own.quantity) })}
        </button>
      )}
    </>
  );
}

/** The dashed line with two notches between the offer and the commitment. */
function Tear() {
  return (
    <div className="relative my-3 border-t border-dashed border-line-3" aria-hidden="true">
      <span className="absolute h-3.5 w-3.5 rounded-full bg-ink-1 -start-6 -top-2" />
      <span className="absolute h-3.5 w-3.5 rounded-full bg-ink-1 -end-6 -top-2" />
    </div>
  );
}
