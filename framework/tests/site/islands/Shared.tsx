import { island } from '#framework/islands/strategy.tsx';
import { useDraft } from '#framework/islands/use-draft.ts';
import { useShared } from '#framework/islands/use-shared.ts';
import { balance } from './_state/balance.ts';

/** Shows a shared value beside a field; wakes late, on an event. */
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
