import type { ReactNode } from 'react';
import type { PanelRequest, TicketSide } from '#components/chart/panel.ts';
import { isBuying } from '#core/orders/order.ts';
import { ACTION_NAME } from '#core/trading/executed-text.ts';
import { GetForm } from '../ground/GetForm.tsx';
import type { TicketAction } from '../ground/orders.ts';
import { useStrings } from '../ground/use-strings.tsx';

export const SIDES: readonly TicketSide[] = ['open', 'close'];

type OrderButtonsProps = {
  request: PanelRequest;
  open: TicketSide | null;
  /** True for an open ticket or receipt, even before its code is loaded. */
  isOpen: boolean;
  /** True while the price is unknown. */
  isLocked: boolean;
  act(side: TicketSide): TicketAction;
  onPress(side: TicketSide): void;
  children: ReactNode;
};

/** Buy and Sell at the bottom left, and on phones along the bottom. An open ticket is above them. */
export function OrderButtons({ request, open, isOpen, isLocked, act, onPress, children }: OrderButtonsProps) {
  const strings = useStrings();
  return (
    <>
      <div className="chart-ticket-place" data-open={isOpen || undefined}>
        {children}
      </div>
      <GetForm request={request} omit="ticket" className="chart-orders">
        {SIDES.map((side) => {
          const action = act(side);
          const isBuy = isBuying(action);
          return (
            <button
              key={side}
              type="submit"
              name="ticket"
              value={side}
              aria-expanded={open === side}
              disabled={isLocked}
              className={`btn ${isBuy ? 'btn-buy' : 'btn-sell'} chart-order`}
              onClick={(event) => {
                event.preventDefault();
                onPress(side);
              }}
            >
              <span className="text-size-micro" aria-hidden="true">
                {isBuy ? '▲' : '▼'}
              </span>
              {strings[ACTION_NAME[action]]}
            </button>
          );
        })}
      </GetForm>
    </>
  );
}
