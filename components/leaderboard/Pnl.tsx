import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';

/** A P&L figure, or a dash where there is none. */
export function Pnl({ value, text }: { value: string | null; text: string }) {
  return value === null ? <Bdi>{text}</Bdi> : <Change value={value} text={text} />;
}
