import type { OrderType } from '#core/orders/order.ts';
import type { PartProps } from '../TicketForm.tsx';

const PLAIN = ['market', 'limit', 'stop'] as const;
const MORE = ['stop_limit', 'trailing_stop'] as const;

/** Types of orders as tabs: radios, so that they work before and without scripts. */
export function TypeTabs({ order, strings }: PartProps) {
  const { draft, choose, closing } = order;
  const more = closing ? MORE : MORE.slice(0, 1);
  const isMore = more.some((type) => type === draft.type);
  const tab = (type: OrderType) => (
    <label key={type} className="ticket-tab">
      <input
        type="radio"
        name="type"
        value={type}
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
      <details className="ticket-more">
        <summary className="ticket-tab" data-on={isMore || undefined}>
          {isMore ? strings[`type_${draft.type}`] : strings.moreTypes}
          <span className="i-lucide-chevron-down size-3.5" aria-hidden="true" />
        </summary>
        {/* a choice closes it */}
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
