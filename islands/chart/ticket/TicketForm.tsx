import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { searchOf } from '#components/chart/panel.ts';
import { formatQuantity } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { isBuying, ORDER_TYPES, type OrderType, TERMS_OF } from '#core/orders/order.ts';
import { chartPath } from '#core/season/game.ts';
import { ACTION_NAME } from '#core/trading/executed-text.ts';
import { useRegion } from '#framework/islands/island.tsx';
import { GetForm } from '../ground/GetForm.tsx';
import { useStrings } from '../ground/use-strings.tsx';
import { isWaiting } from './draft.ts';
import { useDraftLines } from './use-draft-lines.ts';
import { type PartProps, type TicketProps, useOrder } from './use-order.ts';
import { Bracket } from './view/Bracket.tsx';
import { FaultLine } from './view/FaultLine.tsx';
import { Figures, Tear } from './view/Figures.tsx';
import { PriceFields } from './view/PriceFields.tsx';
import { AddReason, Reason } from './view/Reason.tsx';
import { SizeInput } from './view/SizeInput.tsx';

const PLAIN: readonly OrderType[] = ['market', 'limit', 'stop'];
const MORE = ORDER_TYPES.filter((type) => !PLAIN.includes(type));

/** Returns the names of a type's fields. The style sheet shows them while the type is chosen. */
function fieldsOf(type: OrderType): string {
  const { limit, stop, trail } = TERMS_OF[type];
  const names = [
    limit && 'limit',
    stop && 'stop',
    trail && 'trail',
    type === 'market' ? 'market' : 'waiting',
  ];
  return names.filter(Boolean).join(' ');
}

/** The order types as tabs: radio buttons, which work without scripts. */
function TypeTabs({ order, strings }: PartProps) {
  const { draft, choose, closing } = order;
  const more = MORE.filter((type) => closing || TERMS_OF[type].opens);
  const isMore = more.some((type) => type === draft.type);
  const tab = (type: OrderType) => (
    <label key={type} className="ticket-tab">
      <input
        type="radio"
        name="type"
        value={type}
        data-fields={fieldsOf(type)}
        checked={draft.type === type}
        onChange={() => choose(type)}
      />
      {strings[`type_${type}`]}
    </label>
  );
  return (
    <fieldset className="ticket-tabs">
      <legend className="sr-only">{strings.orderType}</legend>
      {PLAIN.map(tab)}
      <details className="ticket-more" data-overlay>
        <summary className="ticket-tab" data-on={isMore || undefined}>
          {isMore ? strings[`type_${draft.type}`] : strings.moreTypes}
          <span className="i-lucide-chevron-down size-3.5" aria-hidden="true" />
        </summary>
        {/* choosing a type closes the menu */}
        <div
          className="ticket-menu popover"
          onChange={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}
        >
          {more.map(tab)}
        </div>
      </details>
    </fieldset>
  );
}

/** @property formId id of the form that the button sends without scripts */
type InsteadProps = PartProps & { formId: string };

type Props = TicketProps & {
  headingId: string;
  /** The initial quantity: after a receipt the quantity of that order, else null. */
  quantity: string | null;
};
/** The order form. It contains all fields; its radio buttons decide which of them count and are visible. */
export function TicketForm({ headingId, ...props }: Props) {
  const { request } = props;
  const strings = useStrings();
  const { dir } = useRegion();
  const closeId = useId();
  const insteadId = useId();
  const form = useRef<HTMLFormElement>(null);
  const order = useOrder(props, form);
  const part = { ...props, order, strings };
  useDraftLines(part);

  useEffect(() => {
    // On touch screens the size gets no focus: the keyboard would cover the ticket.
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (isTouch) form.current?.querySelector('h2')?.focus({ preventScroll: true });
    else selectSize(form.current);
  }, []);

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (order.isBlocked) return;
    void order.confirm({ closeAll: submitter?.getAttribute('name') === 'closeAll' });
  }

  return (
    <>
      <form
        ref={form}
        method="post"
        action="/api/trade"
        noValidate
        onSubmit={onSubmit}
        dir={dir}
        data-type={order.draft.type}
        className="ticket-form"
      >
        <HiddenFields {...props} />
        <TicketHead {...props} headingId={headingId} closeId={closeId} />
        <p className="m-0 mt-1 coarse:mt-2 text-caption text-paper-3">
          {fill(strings.inGame, { game: props.game.name })}
        </p>
        <TypeTabs {...part} />
        <SizeInput {...part} />
        <Instead {...part} formId={insteadId} />
        <PriceFields {...part} />
        {order.closing || order.opposite ? (
          <div className="ticket-adds">
            <AddReason {...part} />
          </div>
        ) : (
          <Bracket {...part} />
        )}
        <Reverse {...part} />
        <Reason {...part} />
        <Tear />
        <Figures {...part} />
        {order.scene.isClosed && <AtOpening {...part} />}
        <FaultLine field="order" part={part} />
        <ConfirmButtons {...part} />
      </form>
      {/* closes the ticket without scripts: requests the page without the ticket */}
      <GetForm id={closeId} request={request} omit="ticket" />
      <GetForm id={insteadId} request={{ ...request, short: !request.short }} omit="ticket" />
    </>
  );
}

/** Focuses the size and selects its text, so that typing replaces it. */
function selectSize(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLInputElement>('.size-field:not([hidden])');
  field?.focus({ preventScroll: true });
  field?.select();
}

/** The fields that a form without scripts sends besides the visible ones. */
function HiddenFields({ userId, game, action, orderKey, request, price }: TicketProps) {
  return (
    <>
      <input type="hidden" name="form" value="ticket" />
      <input type="hidden" name="user_id" value={userId} />
      <input type="hidden" name="symbol" value={request.symbol} />
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="intent" value={orderKey} />
      {game.id !== 'season' && <input type="hidden" name="game" value={game.id} />}
      <input type="hidden" name="next" value={chartPath(game.id) + searchOf(request)} />
      {price !== null && <input type="hidden" name="quotedPrice" value={price} />}
    </>
  );
}

/** @property closeId id of the form that closes the ticket without scripts */
type HeadProps = Pick<TicketProps, 'action' | 'actions' | 'request' | 'onClose' | 'onTurn'> & {
  headingId: string;
  closeId: string;
};

function TicketHead({
  action,
  actions,
  request: { symbol },
  onClose,
  onTurn,
  headingId,
  closeId,
}: HeadProps) {
  const strings = useStrings();
  return (
    <header className="flex h-8 items-center gap-2.5 coarse:h-11">
      <h2 id={headingId} tabIndex={-1} className="sr-only">
        {`${strings[ACTION_NAME[action]]} ${symbol}`}
      </h2>
      <fieldset className="size-modes ticket-sides">
        <legend className="sr-only">{strings.sides}</legend>
        {actions.map((each) => (
          <label key={each} className="size-mode">
            <input
              type="radio"
              name="side"
              value={each}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
              checked={each === action}
              onChange={onTurn}
            />
            {strings[ACTION_NAME[each]]}
          </label>
        ))}
      </fieldset>
      <bdi className="me-auto truncate text-h3" aria-hidden="true">
        {symbol}
      </bdi>
      <button
        type="submit"
        form={closeId}
        className="icon-btn -me-2 !h-8 !w-8 coarse:!h-11 coarse:!w-11"
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

/** Offers to open a position where a closing order finds none: a short instead of a sale, a long instead of a cover. */
function Instead({
  order: { judgement, closing },
  request,
  action,
  strings,
  onInstead,
  formId,
}: InsteadProps) {
  if (!closing || judgement.fault?.key !== 'nothingToClose') return null;
  return (
    <button
      type="submit"
      form={formId}
      name="ticket"
      value="open"
      className="btn btn-secondary mt-2 w-full"
      onClick={(event) => {
        event.preventDefault();
        onInstead();
      }}
    >
      {fill(strings[action === 'sell' ? 'instead_sell' : 'instead_cover'], { symbol: request.symbol })}
    </button>
  );
}

function Reverse({ order: { opposite, draft, change }, strings }: PartProps) {
  if (!opposite) return null;
  return (
    <MarketChoice name="reverse" isOn={draft.reverse} onChange={(reverse) => change({ reverse })}>
      {fill(strings.reverse, {
        side: (opposite.side === 'long' ? strings.long : strings.shortSide).toLowerCase(),
        quantity: formatQuantity(opposite.quantity),
      })}
    </MarketChoice>
  );
}

const AtOpening = ({ order: { draft, change }, strings }: PartProps) => (
  <MarketChoice name="queue" isOn={draft.queue} onChange={(queue) => change({ queue })}>
    {strings.atOpening}
  </MarketChoice>
);

type ChoiceProps = { name: string; isOn: boolean; onChange(isOn: boolean): void; children: ReactNode };

function MarketChoice({ name, isOn, onChange, children }: ChoiceProps) {
  return (
    <label
      data-for="market"
      className="mt-2.5 flex items-start gap-2 text-size-small text-paper-2 coarse:min-h-11 coarse:items-center"
    >
      <input
        type="checkbox"
        name={name}
        value="true"
        className="mt-0.5 coarse:h-5 coarse:w-5"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}

/** The confirm buttons. Enter presses the first, which posts to /api/orders: that call accepts every type of order. */
function ConfirmButtons(part: PartProps) {
  const { action, strings, order } = part;
  const { closing, sameSide, draft } = order;
  const name = strings[ACTION_NAME[action]].toLowerCase();
  const isPlaced = isWaiting(draft.type);
  const isImpossible = !order.isOnline || order.scene.isClosed || order.scene.price === null;
  const place = fill(strings.place, { action: name, type: strings[`type_${draft.type}`].toLowerCase() });
  return (
    <div className="ticket-confirm mt-3 grid gap-2">
      <Confirm
        {...part}
        path="/api/orders"
        text={isPlaced ? place : fill(strings.confirm, { action: name })}
      />
      <Confirm {...part} path="/api/trade" text={fill(strings.confirm, { action: name })} />
      {closing && sameSide && (
        <button
          type="submit"
          name="closeAll"
          value="true"
          data-for="market"
          // with scripts, ticket.css hides the button while the field has the whole position: Confirm then sends
          // `closeAll`; without scripts only this button sends it
          data-most={draft.most || undefined}
          className="btn btn-secondary w-full"
          disabled={part.trade.busy || part.trade.wait > 0 || isImpossible}
        >
          {fill(strings.closeAll, {
            action: strings[ACTION_NAME[action]],
            quantity: formatQuantity(sameSide.quantity),
          })}
        </button>
      )}
      <p role="status" className="sr-only">
        {part.trade.busy ? strings.sending : ''}
      </p>
    </div>
  );
}

function Confirm({ trade, strings, order, path, text }: PartProps & { path: string; text: string }) {
  const label = trade.busy
    ? strings.sending
    : trade.wait > 0
      ? fill(strings.wait, { seconds: trade.wait })
      : text;
  return (
    <button
      type="submit"
      formAction={path}
      data-confirm={path === '/api/trade' ? 'trade' : 'order'}
      className={`btn ${isBuying(order.scene.action) ? 'btn-buy' : 'btn-sell'} min-h-11 w-full`}
      aria-busy={trade.busy || undefined}
      disabled={trade.busy || trade.wait > 0 || order.isBlocked}
    >
      {label}
    </button>
  );
}
