import { useHydrated } from '#framework/islands/hooks.ts';
import { island } from '#framework/islands/island.tsx';
import { useFlag, writeFlag } from './_state/use-flag.ts';

type Props = {
  /** Key of the switch in this browser's storage. */
  flag: string;
  /** The button's texts while the switch is off and while it is on. */
  turnOn: string;
  turnOff: string;
};

/** A switch in local storage; disabled without scripts. */
function FlagSwitch({ flag, turnOn, turnOff }: Props) {
  const ready = useHydrated();
  const on = useFlag(flag);
  return (
    <button
      type="button"
      className="btn btn-secondary"
      disabled={!ready}
      aria-pressed={on}
      onClick={() => writeFlag(flag, !on)}
    >
      {on ? turnOff : turnOn}
    </button>
  );
}

export default island('FlagSwitch', 'load', FlagSwitch);
