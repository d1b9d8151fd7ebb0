import { useEffect, useState } from 'react';
import { formatPercent } from '#core/locale/format.ts';
import { island } from '#framework/islands/strategy.tsx';
import { TOAST_MS } from './_state/toasts.ts';

type Profit = { username: string; percent: number };
type Props = {
  /** The sentence, with {{username}} and {{percent}} in their places. */
  sentence: string;
  dismissLabel: string;
};

/** Losses are nobody else's business. */
export function readProfit(detail: unknown): Profit | null {
  const { username, profitPercentage } = (detail ?? {}) as Record<string, unknown>;
  if (typeof username !== 'string' || typeof profitPercentage !== 'number') return null;
  return profitPercentage >= 0 ? { username, percent: profitPercentage } : null;
}

/** Somebody's profitable trade: the newest one, for five seconds, never two at once. */
function ProfitToast({ sentence, dismissLabel }: Props) {
  const [profit, setProfit] = useState<Profit | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onSuccess = (event: Event) => {
      const next = readProfit((event as CustomEvent).detail);
      if (!next) return;
      setProfit(next);
      clearTimeout(timer);
      timer = setTimeout(() => setProfit(null), TOAST_MS);
    };
    window.addEventListener('tradeSuccess', onSuccess);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('tradeSuccess', onSuccess);
    };
  }, []);
  return (
    <div role="status">
      {profit && <Card {...{ profit, sentence, dismissLabel }} onClose={() => setProfit(null)} />}
    </div>
  );
}

type CardProps = Props & { profit: Profit; onClose: () => void };

function Card({ profit: { username, percent }, sentence, dismissLabel, onClose }: CardProps) {
  const figure = formatPercent(percent, 1);
  return (
    <div className="toast-live items-stretch">
      <span
        className="flex items-center gap-2 border-e border-dashed border-line-2 px-4 text-size-figure font-600 text-gain"
        aria-hidden="true"
      >
        <svg className="h-2.25 w-2.25" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
          <path d="M5 1 9.6 9H.4Z" />
        </svg>
        <bdi dir="ltr">{figure}</bdi>
      </span>
      <p className="m-0 min-w-0 flex-1 break-words px-4 py-3.5 text-body">
        {sentence.split(/(\{\{\w+\}\})/).map((part) => {
          if (part === '{{username}}')
            return (
              <bdi key={part} className="font-600">
                {username}
              </bdi>
            );
          return part === '{{percent}}' ? (
            <bdi key={part} dir="ltr">
              {figure}
            </bdi>
          ) : (
            part
          );
        })}
      </p>
      <button
        type="button"
        className="icon-btn m-2 !h-6 !w-6 coarse:!h-11 coarse:!w-11"
        aria-label={dismissLabel}
        onClick={onClose}
      >
        <span className="i-lucide-x" aria-hidden="true" />
      </button>
    </div>
  );
}

export default island('ProfitToast', 'idle', ProfitToast);
