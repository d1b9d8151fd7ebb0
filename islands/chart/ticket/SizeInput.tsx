import { useId } from 'react';
import { MICRO_DIGITS, parseDecimal, plainDecimal, SHARE } from '#core/money/money.ts';
import type { Draft } from '#framework/islands/use-draft.ts';
import type { ChartStrings } from '../panel/strings.ts';
import type { SizeMode } from './actions.ts';

/**
 * Shares or dollars. Both fields are in the form and `mode` says which one counts, so the switch also works
 * without scripts: the style sheet shows the field of the checked radio.
 */
export function SizeInput({
  mode,
  onMode,
  quantity,
  amount,
  invalid,
  strings,
}: {
  mode: SizeMode;
  onMode(mode: SizeMode): void;
  quantity: Draft<HTMLInputElement>;
  amount: Draft<HTMLInputElement>;
  invalid: boolean;
  strings: ChartStrings;
}) {
  const id = useId();
  const modes = [
    ['quantity', strings.shares],
    ['amount', strings.amount],
  ] as const;

  function step(by: bigint): void {
    const now = parseDecimal(quantity.value.trim(), MICRO_DIGITS) ?? 0n;
    const next = now + by * SHARE;
    quantity.set(plainDecimal(next < SHARE ? SHARE : next, MICRO_DIGITS));
  }

  return (
    <div className="size">
      <fieldset className="size-modes">
        {modes.map(([each, label]) => (
          <label key={each} className="size-mode">
            <input
              type="radio"
              name="mode"
              value={each}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
              checked={mode === each}
              onChange={() => onMode(each)}
              data-mode={each}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="flex gap-1.5" data-shares>
        <button type="button" className="size-step" aria-label={strings.less} onClick={() => step(-1n)}>
          <span className="i-lucide-minus" aria-hidden="true" />
        </button>
        <input
          {...quantity.field}
          id={`${id}q`}
          data-size
          name="quantity"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={strings.quantityLabel}
          aria-invalid={invalid && mode === 'quantity'}
          className="size-field"
        />
        <button type="button" className="size-step" aria-label={strings.more} onClick={() => step(1n)}>
          <span className="i-lucide-plus" aria-hidden="true" />
        </button>
      </div>
      <input
        {...amount.field}
        id={`${id}a`}
        name="amount"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={strings.amountLabel}
        aria-invalid={invalid && mode === 'amount'}
        data-dollars
        className="size-field"
      />
    </div>
  );
}
