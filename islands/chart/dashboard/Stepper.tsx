/** A figure with a button on either side. At its bounds a button is aria-disabled, not disabled, so that it keeps the focus. */
export function Stepper({
  name,
  icon,
  value,
  least,
  most,
  less,
  more,
  onStep,
}: {
  name: string;
  icon: string;
  value: number;
  least: number;
  most: number;
  /** Names of the buttons. */
  less: string;
  more: string;
  onStep(by: -1 | 1): void;
}) {
  return (
    <fieldset className="cell-group" aria-label={name}>
      <button
        type="button"
        className="cell-step"
        aria-label={less}
        title={less}
        aria-disabled={value <= least}
        onClick={() => onStep(-1)}
      >
        <span className="i-lucide-minus size-3.5" aria-hidden="true" />
      </button>
      <span
        className="flex items-center gap-1 px-0.5 text-size-caption tabular-nums text-paper-2"
        title={name}
      >
        <span className={`${icon} size-3.5 text-paper-3`} aria-hidden="true" />
        <bdi className="min-w-3.5 text-center">{value}</bdi>
      </span>
      <button
        type="button"
        className="cell-step"
        aria-label={more}
        title={more}
        aria-disabled={value >= most}
        onClick={() => onStep(1)}
      >
        <span className="i-lucide-plus size-3.5" aria-hidden="true" />
      </button>
    </fieldset>
  );
}
