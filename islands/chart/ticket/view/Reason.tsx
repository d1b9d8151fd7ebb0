import { useId } from 'react';
import { MOST_REASON } from '#core/orders/reason.ts';
import type { PartProps } from '../use-order.ts';
import { FaultLine, sentenceAt } from './FaultLine.tsx';

/** True where the game refuses the order without a reason. */
const isNeeded = ({ order, needsReason }: PartProps) => needsReason && !order.closing;

/** The check box, styled as a button, that adds the field of the reason where the game does not require one. */
export function AddReason(part: PartProps) {
  const { strings, typed } = part;
  if (isNeeded(part)) return null;
  return (
    <label className="btn btn-secondary btn-small ticket-add">
      <input
        type="checkbox"
        data-reason
        className="absolute inset-0 m-0 cursor-pointer opacity-0"
        defaultChecked={Boolean(typed?.reason)}
        aria-label={strings.addReason}
      />
      <span className="i-lucide-plus size-3.5" aria-hidden="true" />
      {strings.reason}
    </label>
  );
}

/** The field of the trader's reason: visible where the game requires one, or once it is added. */
export function Reason(part: PartProps) {
  const { order, game, strings } = part;
  const id = useId();
  const isRead = game.id !== 'season' && game.id !== 'practice';
  return (
    <div className="mt-3" data-reason-row={isNeeded(part) ? undefined : ''}>
      <label htmlFor={id} className="text-size-small font-500">
        {strings.reason}
      </label>
      <input
        id={id}
        type="text"
        name="reason"
        autoComplete="off"
        dir="auto"
        maxLength={MOST_REASON}
        value={order.draft.reason}
        className="input mt-1 w-full"
        required={isNeeded(part)}
        aria-invalid={sentenceAt('reason', part) !== null}
        aria-describedby={`${id}who ${id}why`}
        onChange={(event) => order.change({ reason: event.currentTarget.value })}
      />
      <p id={`${id}who`} className="m-0 mt-1 text-caption text-paper-3">
        {isRead ? strings.reasonRead : strings.reasonAlone}
      </p>
      <FaultLine field="reason" id={`${id}why`} part={part} />
    </div>
  );
}
