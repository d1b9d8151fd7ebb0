import { island } from '#framework/islands/island.tsx';
import { useShared } from '#framework/islands/signal.ts';
import { balance } from './_state/balance.ts';

function Writer({ start }: { start: string }) {
  const value = useShared(balance, start);
  return (
    <button
      type="button"
      onClick={() => {
        balance.value = `${value}!`;
      }}
    >
      write {value}
    </button>
  );
}

export default island('Writer', 'load', Writer);
