import { useState } from 'react';
import { useDraft } from '#framework/islands/hooks.ts';
import { island } from '#framework/islands/island.tsx';

function Draft() {
  const quantity = useDraft('1');
  const side = useDraft<HTMLSelectElement>('buy');
  const note = useDraft<HTMLTextAreaElement>('');
  const [updates, setUpdates] = useState(0);
  return (
    <form>
      <input name="quantity" {...quantity.field} />
      <select name="side" {...side.field}>
        <option value="buy">Buy</option>
        <option value="sell">Sell</option>
      </select>
      <textarea name="note" {...note.field} />
      <button type="button" onClick={() => setUpdates((n) => n + 1)}>
        update
      </button>
      <output>{`${updates} ${quantity.value} ${side.value} ${note.value}`}</output>
    </form>
  );
}

export default island('Draft', 'event:wake-draft', Draft);
