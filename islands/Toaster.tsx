import { event } from '#framework/islands/behaviour.ts';
import { island } from '#framework/islands/island.tsx';
import { TOAST_EVENT } from './_state/toasts.ts';
import { ToastList } from './_toast-list.tsx';
import ProfitToast from './ProfitToast.tsx';

type Props = {
  label: string;
  dismissLabel: string;
  muteLabel: string;
  /** The sentence about another trader's profit, with placeholders {{username}} and {{percent}}. */
  profit: string;
};

/** The toasts of a member's page. The first toast, or another trader's first profit, wakes the island. */
function Toaster({ label, dismissLabel, muteLabel, profit }: Props) {
  return (
    <>
      <ToastList label={label} dismissLabel={dismissLabel} />
      <ProfitToast sentence={profit} dismissLabel={dismissLabel} muteLabel={muteLabel} />
    </>
  );
}

export default island('Toaster', event(TOAST_EVENT, 'tradeSuccess'), Toaster);
