import { direction, formatPnl, NOTHING } from '#core/locale/format.ts';
import { LiveFigure } from '../ui/LiveFigure.tsx';

const WAYS = { [-1]: 'down', 0: undefined, 1: 'up' } as const;

/** Profit or loss that follows the prices. @param live the positions it is of */
export function Gain({ live, value }: { live: string; value: string | number | null }) {
  return (
    <LiveFigure
      live={`pnl:${live}`}
      text={value === null ? NOTHING : formatPnl(value)}
      way={WAYS[direction(value ?? 0)]}
    />
  );
}
