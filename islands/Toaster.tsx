import { event } from '#framework/islands/behaviour.ts';
import { island } from '#framework/islands/island.tsx';
import { TOAST_EVENT } from './_state/toasts.ts';
import { ToastList } from './_toast-list.tsx';
import ProfitToast from './ProfitToast.tsx';

type Props = {
  /** What the place of messages is called. */
  label: string;
  dismissLabel: string;
  muteLabel: string;
  /** The sentence about somebody's profitable trade, with {{username}} and {{percent}} in their places. */
  profit: string;
};

/** What floats over every page of somebody signed in; asleep until there is something to say. */
function Toaster({ label, dismissLabel, muteLabel, profit }: Props) {
  return (
    <>
      <ToastList label={label} dismissLabel={dismissLabel} />
      <ProfitToast sentence={profit} dismissLabel={dismissLabel} muteLabel={muteLabel} />
    </>
  );
}

export default island('Toaster', event(TOAST_EVENT, 'tradeSuccess'), Toaster);
