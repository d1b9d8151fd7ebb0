import { type ReactNode, useState } from 'react';
import { island } from '#framework/islands/island.tsx';

function Tabs({ children, closed = false }: { children?: ReactNode; closed?: boolean }) {
  const [open, setOpen] = useState(!closed);
  return (
    <div>
      <button type="button" onClick={() => setOpen(!open)}>
        toggle
      </button>
      {open && <section>{children}</section>}
    </div>
  );
}

export default island('Tabs', 'load', Tabs);
