import { useT } from '#framework/page.tsx';
import { DirectionMark } from './Mark.tsx';

/** Long or Short: shape and word, in neutral colour. */
export function DirectionTag({ type }: { type: 'long' | 'short' }) {
  const t = useT();
  return (
    <span className="tag gap-1 text-paper-2">
      <DirectionMark up={type === 'long'} className="h-1.75 w-1.75" />
      {t(type === 'long' ? 'common:long' : 'common:short')}
    </span>
  );
}
