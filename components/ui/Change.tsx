import { direction } from '#core/locale/format.ts';
import { Bdi } from './Bdi.tsx';
import { DirectionMark } from './Mark.tsx';

type Props = {
  /** The exact figure, which decides colour and triangle. */
  value: string | number;
  /** The same figure as text, with its sign. */
  text: string;
  className?: string;
};

/** A profit, loss or change: triangle, sign and colour together; zero has none of them. */
export function Change({ value, text, className = '' }: Props) {
  const side = direction(value);
  const color = side > 0 ? 'text-gain' : side < 0 ? 'text-loss' : 'text-paper-2';
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${color} ${className}`} dir="ltr">
      {side !== 0 && <DirectionMark up={side > 0} />}
      <Bdi>{text}</Bdi>
    </span>
  );
}
