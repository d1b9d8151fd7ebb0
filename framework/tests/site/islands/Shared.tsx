import { useDraft } from '#framework/islands/hooks.ts';
import { island } from '#framework/islands/island.tsx';
import { useShared } from '#framework/islands/signal.ts';
import { balance } from './_state/balance.ts';

/** Shows a shared value beside a field. It wakes on an event, late. */
function Shared({ start }: { start: string }) {
  const value = useShared(balance, start);
  const draft = useDraft('');
  return (
    <span data-testid="shared">
      <output>{value}</output>
      <input aria-label="note" {...draft.field} />
    </span>
  );
}

export default island('Shared', 'event:wake-shared', Shared);
