import { useEffect } from 'react';
import { island } from '#framework/islands/strategy.tsx';
import { useHydrated } from '#framework/islands/use-hydrated.ts';
import { useShared } from '#framework/islands/use-shared.ts';
import { creative, watchCreative, writeCreative } from './_state/creative.ts';

type Props = {
  /** What the button says while creative mode is off, and while it is on. */
  show: string;
  hide: string;
};

/** The switch lives in this browser only, so without scripts there is nothing to switch. */
function CreativeMode({ show, hide }: Props) {
  const ready = useHydrated();
  const on = useShared(creative, false);
  useEffect(watchCreative, []);
  return (
    <button
      type="button"
      className="btn btn-secondary"
      disabled={!ready}
      aria-pressed={on}
      onClick={() => writeCreative(!on)}
    >
      {on ? hide : show}
    </button>
  );
}

export default island('CreativeMode', 'load', CreativeMode);
