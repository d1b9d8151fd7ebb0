import { useId } from 'react';
import { MICRO_DIGITS, parseDecimal, plainDecimal, SHARE } from '#core/money/money.ts';
import type { Draft } from '#framework/islands/use-draft.ts';
import type { ChartStrings } from '../panel/strings.ts';
import type { SizeMode } from './actions.ts';

const FIELD =
  'h-10 coarse:h-11 w-full min-w-0 rounded-[6px] border border-line-3 bg-ink-0 px-3 text-center text-[18px] font-600 tabular-nums text-paper aria-[invalid=true]:border-loss';
const STEP =
  'shrink-0 grid h-10 w-10 coarse:h-11 coarse:w-11 place-items-center rounded-[6px] border border-line-2 bg-ink-4 text-paper-2 cursor-pointer hover:text-paper';

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
    <div className="[&:has([data-mode=amount]:checked)_[data-shares]]:hidden [&:not(:has([data-mode=amount]:checked))_[data-dollars]]:hidden">
      <fieldset className="m-0 mb-2.5 flex min-w-0 rounded-[6px] border border-line-2 bg-ink-0 p-0.5">
        {modes.map(([each, label]) => (
          <label
            key={each}
            className="relative flex-1 cursor-pointer rounded-[4px] py-1.5 coarse:py-3 text-center text-[13px] text-paper-3 has-[:checked]:bg-ink-4 has-[:checked]:font-500 has-[:checked]:text-paper has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-solid has-[:focus-visible]:outline-paper"
          >
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
        <button type="button" className={STEP} aria-label={strings.less} onClick={() => step(-1n)}>
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
          className={FIELD}
        />
        <button type="button" className={STEP} aria-label={strings.more} onClick={() => step(1n)}>
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
        className={FIELD}
      />
    </div>
  );
}
