import { useEffect, useRef, useState } from 'react';
import { MUTE_KEY } from '#core/account/preferences.ts';
import { formatPercent } from '#core/locale/format.ts';
import { island } from '#framework/islands/island.tsx';
import { writeFlag } from './_state/flag.ts';
import { TOAST_MS } from './_state/toasts.ts';
import { useFlag } from './_state/use-flag.ts';

type Profit = { username: string; percent: number };
type Props = {
  /** The sentence, with placeholders {{username}} and {{percent}}. */
  sentence: string;
  dismissLabel: string;
  muteLabel: string;
};

const STEP_MS = 250;

/** Returns the profit in an event's detail; null for a loss, which has no toast, and for a malformed detail. */
export function readProfit(detail: unknown): Profit | null {
  const { username, profitPercentage } = (detail ?? {}) as Record<string, unknown>;
  if (typeof username !== 'string' || typeof profitPercentage !== 'number') return null;
  return profitPercentage >= 0 ? { username, percent: profitPercentage } : null;
}

/** Shows another trader's newest profit for `TOAST_MS` of visible time, unless this browser mutes such toasts. */
function ProfitToast(props: Props) {
  const [profit, setProfit] = useState<Profit | null>(null);
  const muted = useFlag(MUTE_KEY);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onSuccess = (event: Event) => {
      const next = readProfit((event as CustomEvent).detail);
      if (next) setProfit(next);
    };
    window.addEventListener('tradeSuccess', onSuccess);
    return () => window.removeEventListener('tradeSuccess', onSuccess);
  }, []);
  useEffect(() => {
    if (!profit) return;
    let remainingMs = TOAST_MS;
    const timer = setInterval(() => {
      // a dialog or a ticket hides the toast: the time does not count
      if (getComputedStyle(place.current!).visibility === 'hidden') return;
      remainingMs -= STEP_MS;
      if (remainingMs <= 0) setProfit(null);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [profit]);
  return (
    <div ref={place} role="status" className="profit-place">
      {profit && !muted && <Line {...props} profit={profit} onClose={() => setProfit(null)} />}
    </div>
  );
}

type LineProps = Props & { profit: Profit; onClose: () => void };

function Line({ profit: { username, percent }, sentence, dismissLabel, muteLabel, onClose }: LineProps) {
  return (
    <div className="profit-line">
      <svg className="size-2 flex-none text-gain" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
        <path d="M5 1 9.6 9H.4Z" />
      </svg>
      <p>
        {sentence.split(/(\{\{\w+\}\})/).map((part) => {
          if (part === '{{username}}')
            return (
              <bdi key={part} className="font-600">
                {username}
              </bdi>
            );
          return part === '{{percent}}' ? (
            <bdi key={part} dir="ltr" className="font-600 text-gain">
              {formatPercent(percent, 1)}
            </bdi>
          ) : (
            part
          );
        })}
      </p>
      <button
        type="button"
        className="icon-btn"
        aria-label={muteLabel}
        title={muteLabel}
        onClick={() => writeFlag(MUTE_KEY, true)}
      >
        <span className="i-lucide-bell-off" aria-hidden="true" />
      </button>
      <button type="button" className="icon-btn" aria-label={dismissLabel} onClick={onClose}>
        <span className="i-lucide-x" aria-hidden="true" />
      </button>
    </div>
  );
}

export default island('ProfitToast', 'idle', ProfitToast);
