import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { PHONE_WINDOW } from '#components/chart/layout.ts';
import { wakeIsland } from '#framework/browser/host.ts';
import { overlayOpened } from '#framework/browser/overlay.ts';
import type { Account } from '../../_state/account.ts';
import { keepFocusIn } from '../../_state/page-dialog.ts';
import type { DoneOrder } from '../ground/orders.ts';
import { isClosing } from './draft.ts';
import { TicketForm } from './TicketForm.tsx';
import type { TicketProps } from './use-order.ts';
import { Receipt } from './view/Receipt.tsx';

/** An order ticket: a form that works without scripts. With scripts it sends the order in place and shows a receipt. */
export default function Ticket(props: TicketProps) {
  const { action, request, trade, onClose } = props;
  const headingId = useId();
  /** The outcome of the panel's last order before this ticket opened. */
  const [earlier] = useState(trade.outcome);
  const [again, setAgain] = useState<string | null>(null);
  const { outcome } = trade;
  const isOwn = outcome?.order.symbol === request.symbol && outcome.order.action === action;
  const done = isOwn && outcome.kind === 'done' && outcome !== earlier ? outcome : null;
  return (
    <Sheet headingId={headingId} action={action} onClose={onClose}>
      {done ? (
        <Receipt
          done={done}
          account={props.account}
          headingId={headingId}
          onClose={onClose}
          onAgain={() => {
            if (done.order.mode === 'quantity') setAgain(done.order.size);
            trade.clear();
          }}
        />
      ) : (
        <TicketForm {...props} headingId={headingId} quantity={again} />
      )}
    </Sheet>
  );
}

type ReceiptProps = { done: DoneOrder; account: Account; onClose(): void };

/** The receipt of a trade that a label on the chart sent. It takes the place of the ticket. */
export function LineReceipt({ done, account, onClose }: ReceiptProps) {
  const headingId = useId();
  return (
    <Sheet headingId={headingId} onClose={onClose} action={done.order.action}>
      <Receipt
        isSettled
        done={done}
        account={account}
        headingId={headingId}
        onClose={onClose}
        onAgain={null}
      />
    </Sheet>
  );
}

type SheetProps = Pick<TicketProps, 'action' | 'onClose'> & { headingId: string; children: ReactNode };

/** The box of ticket and receipt, above the order buttons; on phones a sheet at the bottom. */
function Sheet({ headingId, action, onClose, children }: SheetProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(wakeToasts, []);
  useEffect(() => overlayOpened(root.current!, onClose), [onClose]);
  useSheetFocus(root);
  return (
    <div
      ref={root}
      role="dialog"
      aria-labelledby={headingId}
      className="chart-ticket popover"
      data-closing={isClosing(action) || undefined}
    >
      {children}
    </div>
  );
}

/** Loads the code of toasts before the first order is sent: after a lost connection it could not be fetched. */
function wakeToasts(): void {
  const host = document.querySelector<HTMLElement>('is-land[data-island=Toaster]');
  if (host) wakeIsland(host);
}

/** Keeps Tab inside the ticket on phones, where the ticket is a sheet over the page (ticket.css). */
function useSheetFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (root.current && matchMedia(PHONE_WINDOW).matches) keepFocusIn(root.current, event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root]);
}
