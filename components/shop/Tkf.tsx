import { formatNumber } from '#core/locale/format.ts';
import { Bdi } from '../ui/figures.tsx';
import { Mark } from '../ui/Mark.tsx';

/** Figures with a small coin. */
const SMALL = ['text-h3', 'text-size-body'];

/** An amount of the shop's currency, with its coin. @param look type step of the figure */
export function Tkf({ amount, look = 'text-h3' }: { amount: number; look?: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-tkf">
      <Mark shape="circle" className={SMALL.includes(look) ? 'h-4 w-4' : 'h-6 w-6'} />
      <Bdi>
        <span className={look}>{formatNumber(amount)}</span> <span className="text-small">TKF</span>
      </Bdi>
    </span>
  );
}
