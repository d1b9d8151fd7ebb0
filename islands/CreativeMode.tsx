import { useEffect } from 'react';
import { island } from './_hooks/island.tsx';
import { useHydrated } from './_hooks/useHydrated.ts';
import { useShared } from './_hooks/useShared.ts';
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
