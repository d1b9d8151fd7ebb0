import { useState } from 'react';
import { island } from '#framework/islands/island.tsx';

/** Throws in the browser: while hydrating, or at a click. */
function Fragile({ when }: { when: 'hydrating' | 'clicked' }) {
  const [broken, setBroken] = useState(false);
  if (broken || (when === 'hydrating' && typeof document !== 'undefined')) throw new Error('fragile');
  return (
    <form action="/api/echo" method="post">
      <button type="button" onClick={() => setBroken(true)}>
        break
      </button>
      <button type="submit">still a form</button>
    </form>
  );
}

export default island('Fragile', 'load', Fragile);
