import { direction, formatPnl, NOTHING } from '#core/locale/format.ts';
import { LiveFigure } from '../ui/LiveFigure.tsx';

const WAYS = { [-1]: 'down', 0: undefined, 1: 'up' } as const;

type Value = string | number | null;

/** Where a profit or loss points. */
export const gainWay = (value: Value) => WAYS[direction(value ?? 0)];

export const gainText = (value: Value) => (value === null ? NOTHING : formatPnl(value));

/** Profit or loss that follows the prices. @param live the positions it is of */
export function Gain({ live, value }: { live: string; value: Value }) {
  return <LiveFigure live={`pnl:${live}`} text={gainText(value)} way={gainWay(value)} />;
}
