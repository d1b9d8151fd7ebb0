import { island } from './_hooks/island.tsx';
import ProfitToast from './ProfitToast.tsx';
import { Messages } from './toasts/Messages.tsx';

type Props = {
  dismissLabel: string;
  /** SPEC's sentence about somebody's profitable trade, with {username} and {percent} in their places. */
  profit: string;
};

/** What floats over every page of somebody signed in. */
function Toaster({ dismissLabel, profit }: Props) {
  return (
    <Messages dismissLabel={dismissLabel}>
      <ProfitToast sentence={profit} dismissLabel={dismissLabel} />
    </Messages>
  );
}

export default island('Toaster', 'idle', Toaster);
