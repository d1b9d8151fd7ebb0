import { useState } from 'react';
import { island } from '#framework/islands/island.tsx';

/** Counts clicks, and how many of them bubble to an outer React listener. */
function Counter({ name }: { name: string }) {
  const [clicks, setClicks] = useState(0);
  const [bubbled, setBubbled] = useState(0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: listens for bubbling only
    <div onClick={() => setBubbled((n) => n + 1)}>
      <button type="button" onClick={() => setClicks((n) => n + 1)}>
        {name}
      </button>
      <output>
        {clicks}/{bubbled}
      </output>
    </div>
  );
}

export default island('Counter', 'interaction', Counter);
