import { type KeyboardEvent, useId } from 'react';
import { formatChange } from '#core/locale/format.ts';
import { writeDecimal } from '#core/money/money.ts';
import { distanceOf } from '../draft.ts';
import type { PartProps } from '../use-order.ts';
import { steppedPrice } from '../use-order.ts';
import { FaultLine, sentenceAt } from './FaultLine.tsx';

/** Limit, stop, trail and duration of the order. The style sheet shows those of the chosen type. */
export function PriceFields(part: PartProps) {
  const { order, strings } = part;
  const { draft, change, closing } = order;
  return (
    <>
      <Level part={part} field="stop" name="stopPrice" label={strings.stopPrice} />
      <Level part={part} field="limit" name="limitPrice" label={strings.limitPrice} />
      {closing && <Trail {...part} />}
      <div data-for="waiting">
        <Choice
          name="tif"
          label={strings.validity}
          options={[
            ['gtc', strings.untilCancelled],
            ['day', strings.today],
          ]}
          value={draft.tif}
          onChange={(tif) => change({ tif })}
        />
        {closing && (
          <label className="mt-3 flex items-center gap-2 text-size-small coarse:min-h-11">
            <input
              type="checkbox"
              name="follow"
              value="true"
              className="coarse:h-5 coarse:w-5"
              checked={draft.follow}
              onChange={(event) => change({ follow: event.currentTarget.checked })}
            />
            {strings.follow}
          </label>
        )}
      </div>
    </>
  );
}

type LevelProps = {
  part: PartProps;
  field: 'limit' | 'stop';
  name: string;
  label: string;
};

function Level({ part, field, name, label }: LevelProps) {
  const { draft, change, judgement, scene } = part.order;
  const id = useId();
  const distance = distanceOf(judgement[field], scene.price);
  const set = (text: string) => change(field === 'limit' ? { limit: text } : { stop: text });
  return (
    <div className="mt-3" data-for={field}>
      <label className="block">
        <span className="mb-1.5 block text-size-small text-paper-2">{label}</span>
        <span className="ticket-price" data-bad={sentenceAt(field, part) !== null || undefined} dir="ltr">
          <span aria-hidden="true">$</span>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            name={name}
            value={draft[field]}
            aria-label={label}
            onChange={(event) => set(event.currentTarget.value)}
            onKeyDown={(event) => stepPrice(event, draft[field], set)}
            aria-describedby={`${id}why`}
          />
          <span className="text-size-caption text-paper-3" data-testid={`distance-${field}`}>
            {distance === null ? '' : formatChange(writeDecimal(distance, 2))}
          </span>
        </span>
      </label>
      <FaultLine field={field} id={`${id}why`} part={part} />
      {field === 'stop' && <AtMarket {...part} />}
    </div>
  );
}

/** Calls `step` with 1 for the arrow up and -1 for the arrow down, with Shift ten times as much. */
export function stepByArrows(event: KeyboardEvent, step: (by: bigint) => void): void {
  const way = event.key === 'ArrowUp' ? 1n : event.key === 'ArrowDown' ? -1n : 0n;
  if (way === 0n) return;
  event.preventDefault();
  step(event.shiftKey ? way * 10n : way);
}

/** Changes a price by a cent per arrow key, with Shift by ten cents. */
export const stepPrice = (event: KeyboardEvent, typed: string, set: (text: string) => void): void =>
  stepByArrows(event, (by) => set(steppedPrice(typed, by)));

function AtMarket({ order, action, trade, strings }: PartProps) {
  const { judgement, draft, scene } = order;
  if (judgement.fault?.key !== 'crossed' || draft.type !== 'stop' || scene.isClosed) return null;
  const all = order.closing && order.draft.follow;
  return (
    <button
      type="button"
      className="btn btn-secondary btn-small mt-2 w-full"
      disabled={trade.busy || trade.wait > 0}
      onClick={() => void order.confirm({ type: 'market', closeAll: all })}
    >
      {strings[`atMarket_${action}`]}
    </button>
  );
}

function Trail(part: PartProps) {
  const { order, strings } = part;
  const { draft, change } = order;
  const id = useId();
  return (
    <div className="mt-3" data-for="trail">
      <label className="block">
        <span className="mb-1.5 block text-size-small text-paper-2">{strings.trail}</span>
        <span className="ticket-price" data-bad={sentenceAt('trail', part) !== null || undefined} dir="ltr">
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            name="trail"
            value={draft.trail}
            onChange={(event) => change({ trail: event.currentTarget.value })}
            aria-describedby={`${id}why`}
          />
        </span>
      </label>
      <FaultLine field="trail" id={`${id}why`} part={part} />
      <Choice
        name="trailUnit"
        label={strings.trailUnit}
        options={[
          ['percent', '%'],
          ['amount', '$'],
        ]}
        value={draft.trailUnit}
        onChange={(trailUnit) => change({ trailUnit })}
      />
    </div>
  );
}

type ChoiceProps<V extends string> = {
  name: string;
  label: string;
  options: readonly (readonly [V, string])[];
  value: V;
  onChange(value: V): void;
};

function Choice<V extends string>({ name, label, options, value, onChange }: ChoiceProps<V>) {
  return (
    <fieldset className="size-modes mt-3">
      <legend className="sr-only">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each} className="size-mode flex-1">
          <input
            type="radio"
            name={name}
            value={each}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
            checked={value === each}
            onChange={() => onChange(each)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
