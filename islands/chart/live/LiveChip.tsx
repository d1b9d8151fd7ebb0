import { useStrings } from '../ground/use-strings.tsx';
import type { RealtimeState } from './realtime.ts';

const LOOK: Record<RealtimeState, string> = {
  connecting: 'bg-ink-4 text-paper-2',
  live: 'bg-gain-deep text-gain',
  stale: 'bg-tkf-deep text-tkf',
  offline: 'bg-loss-deep text-loss',
};

/** Shows "1m LIVE", or why there is no stream. */
export default function LiveChip({ state, onRetry }: { state: RealtimeState; onRetry(): void }) {
  const strings = useStrings();
  return (
    <span className="pointer-events-auto flex items-center gap-1.5" data-realtime={state}>
      <span className={`tag ${LOOK[state]}`} role="status">
        {state === 'live' ? strings.liveChip : strings[state]}
      </span>
      {state === 'offline' && (
        <button
          type="button"
          className="tag cursor-pointer border-0 text-paper hover:bg-line-2"
          onClick={onRetry}
        >
          {strings.retry}
        </button>
      )}
    </span>
  );
}
