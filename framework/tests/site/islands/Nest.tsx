import { useId } from 'react';
import { island } from '#framework/islands/island.tsx';
import Ids from './Ids.tsx';

/** Contains another island, which is a plain component there. */
function Nest({ label }: { label: string }) {
  const id = useId();
  return (
    <div id={id}>
      <Ids label={label} />
    </div>
  );
}

export default island('Nest', 'load', Nest);
