import { useId } from 'react';
import { fill } from '#core/locale/sentence.ts';
import { enteredTicker } from '#core/market/ticker.ts';
import { useStrings } from '../ground/use-strings.tsx';
import type { ScaleChoice } from './use-scale.ts';

type Props = { scale: ScaleChoice };

export function CompareField({ scale, close }: Props & { close(): void }) {
  const strings = useStrings();
  const id = useId();
  return (
    <form
      className="flex items-center gap-2 px-2.5 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        const symbol = enteredTicker(String(new FormData(event.currentTarget).get('with') ?? ''));
        if (symbol === '') return;
        scale.compare(symbol);
        close();
      }}
    >
      <label htmlFor={id} className="whitespace-nowrap text-size-small text-paper-2">
        {strings.compareWith}
      </label>
      <input
        id={id}
        name="with"
        dir="ltr"
        className="h-8 w-20 rounded-control border border-line-3 bg-ink-0 px-2 uppercase coarse:h-11"
        maxLength={6}
        autoComplete="off"
        spellCheck={false}
        placeholder={strings.ticker}
      />
    </form>
  );
}

/** The chip over the chart that names the compared symbol and ends the comparison. */
export default function CompareChip({ scale }: Props) {
  const strings = useStrings();
  const { compared, compare } = scale;
  if (!compared) return null;
  return (
    <button
      type="button"
      className="tag pointer-events-auto cursor-pointer border-0 bg-xp-deep text-xp"
      aria-label={fill(strings.compareEnd, { symbol: compared })}
      title={fill(strings.compareEnd, { symbol: compared })}
      onClick={() => compare(null)}
    >
      <bdi dir="ltr">% {compared}</bdi>
      <span className="i-lucide-x ms-1 size-3.5" aria-hidden="true" />
    </button>
  );
}
