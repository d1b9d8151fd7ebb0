import { fill } from '#core/locale/fill.ts';
import { formatQuantity } from '#core/locale/format.ts';
import { isBuying } from '#core/orders/order.ts';
import { ACTION_NAME } from '../../../_state/executed.ts';
import { isWaiting } from '../draft.ts';
import type { PartProps } from '../TicketForm.tsx';

/**
 * Without scripts the style sheet shows the button of the chosen type. The one that places an order stands first: it is
 * what Enter presses, and right for every type.
 */
export function ConfirmButtons(part: PartProps) {
  const { action, strings, order } = part;
  const { closing, own, draft } = order;
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
      {closing && own && (
        <button
          type="submit"
          name="closeAll"
          value="true"
          data-for="market"
          className="btn btn-secondary w-full"
          disabled={part.trade.busy || part.trade.wait > 0 || isImpossible}
        >
          {fill(strings.closeAll, { quantity: formatQuantity(own.quantity) })}
        </button>
      )}
      <p role="status" className="sr-only">
        {part.trade.busy ? strings.sending : ''}
      </p>
    </div>
  );
}

/** As wide whatever it says. */
function Confirm({ trade, strings, order, path, text }: PartProps & { path: string; text: string }) {
  const shown = trade.busy
    ? strings.sending
    : trade.wait > 0
      ? fill(strings.wait, { seconds: trade.wait })
      : text;
  return (
    <button
      type="submit"
      formAction={path}
      data-confirm={path === '/api/trade' ? 'trade' : 'order'}
      className={`btn ${isBuying(order.scene.action) ? 'btn-buy' : 'btn-sell'} min-h-11 w-full tabular-nums`}
      aria-busy={trade.busy || undefined}
      disabled={trade.busy || trade.wait > 0 || order.isBlocked}
    >
      {shown}
    </button>
  );
}
