import { useId } from 'react';
import { formatDollars, formatQuantity } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { plainDecimal, QUANTITY_DIGITS, SHARE } from '#core/money/money.ts';
import { type QuantityMicros, quantityMicros } from '#core/money/units.ts';
import { shareLimit } from '#core/trading/season-rules.ts';
import type { PartProps } from '../use-order.ts';
import { steppedQuantity } from '../use-order.ts';
import { FaultLine, sentenceAt } from './FaultLine.tsx';
import { stepByArrows } from './PriceFields.tsx';

/** The size in shares or dollars. The form contains both fields; `mode` decides which one counts and is visible. */
export function SizeInput(part: PartProps) {
  const { order, strings } = part;
  const { draft, change, judgement } = order;
  const { mode, quantity, amount } = draft;
  const id = useId();
  const isBad =
    sentenceAt('size', part) !== null ||
    (judgement.sizeProblem !== null && (mode === 'quantity' ? quantity : amount) !== '');
  const describedBy = `${id}why`;
  /** True for a text without letters. A text with letters is not a number and does not change the field. */
  const isNumeric = (typed: string) => !/\p{L}/u.test(typed);
  const set = (next: string) => isNumeric(next) && change({ quantity: next, follow: false, most: false });
  const step = (by: bigint) => set(steppedQuantity(quantity, by));
  const field = {
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    className: 'size-field',
    dir: 'ltr',
  } as const;
  return (
    <div className="size mt-3">
      <div className="mb-2 flex items-center justify-between gap-2">
        <span className="text-size-small text-paper-2" aria-hidden="true">
          {strings.quantity}
        </span>
        <SizeModes {...part} />
      </div>
      <div className="flex gap-2" data-shares>
        <Step name={strings.less} icon="i-lucide-minus" onPress={() => step(-1n)} />
        <input
          {...field}
          name="quantity"
          value={quantity}
          onChange={(event) => set(event.currentTarget.value)}
          onKeyDown={(event) => stepByArrows(event, step)}
          aria-label={strings.quantityLabel}
          aria-invalid={isBad && mode === 'quantity'}
          aria-describedby={describedBy}
        />
        <Step name={strings.more} icon="i-lucide-plus" onPress={() => step(1n)} />
      </div>
      <input
        {...field}
        name="amount"
        value={amount}
        onChange={({ currentTarget: { value } }) => isNumeric(value) && change({ amount: value })}
        aria-label={strings.amountLabel}
        aria-invalid={isBad && mode === 'amount'}
        aria-describedby={describedBy}
        data-dollars
      />
      <FaultLine field="size" id={describedBy} part={part} />
      <Chips {...part} />
      <SeasonLimit {...part} />
    </div>
  );
}

function SizeModes({ order: { draft, change, closing }, strings }: PartProps) {
  const modes = [
    ['quantity', strings.shares],
    ['amount', strings.amount],
  ] as const;
  return (
    <fieldset className="size-modes" data-for={closing ? 'market' : undefined}>
      {modes.map(([each, label]) => (
        <label key={each} className="size-mode">
          <input
            type="radio"
            name="mode"
            value={each}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
            checked={draft.mode === each}
            onChange={() => change({ mode: each })}
            data-mode={each}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Step({ name, icon, onPress }: { name: string; icon: string; onPress(): void }) {
  return (
    <button type="button" className="size-step" aria-label={name} tabIndex={-1} onClick={onPress}>
      <span className={icon} aria-hidden="true" />
    </button>
  );
}

function SeasonLimit({ order: { scene, closing }, strings }: PartProps) {
  const limit = closing ? null : shareLimit(scene.limits);
  if (limit === null) return null;
  return (
    <p className="m-0 mt-2 text-caption text-paper-3" data-testid="ticket-limit">
      {fill(strings.seasonLimit, { limit: formatDollars(limit), symbol: scene.symbol })}
    </p>
  );
}

const PERCENTS = [25n, 50n, 75n] as const;

/** Returns a part of the largest order: whole shares from one on; 100% is exact. */
function partOf(largest: QuantityMicros, percent: bigint): QuantityMicros {
  if (percent === 100n) return largest;
  const part = (largest * percent) / 100n;
  return quantityMicros(part >= SHARE ? part - (part % SHARE) : part);
}

/** Buttons for parts of the largest order. A part below one share is disabled, unless it closes the whole position. */
function Chips({ order: { draft, judgement, closing, take }, strings }: PartProps) {
  const { largest } = judgement;
  const most = largest === null ? null : formatQuantity(plainDecimal(largest, QUANTITY_DIGITS));
  const chip = (name: string, percent: bigint, label?: string) => {
    const quantity = largest === null ? 0n : partOf(largest, percent);
    const isDisabled = quantity < (closing && percent === 100n ? 1n : SHARE);
    return (
      <button
        key={name}
        type="button"
        className="ticket-chip"
        disabled={isDisabled}
        aria-label={label}
        aria-pressed={percent === 100n ? draft.most && !isDisabled : undefined}
        onClick={() => take(quantity)}
      >
        <bdi dir="ltr">{name}</bdi>
      </button>
    );
  };
  return (
    <div className="mt-2 flex gap-1.5" data-testid="ticket-chips">
      {PERCENTS.map((percent) => chip(`${percent}%`, percent))}
      {chip(strings.most, 100n, most === null ? strings.most : `${strings.most} ${most}`)}
    </div>
  );
}
