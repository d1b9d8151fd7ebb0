import { useId } from 'react';
import { MOST_REASON } from '#core/orders/reason.ts';
import type { PartProps } from '../use-order.ts';
import { FaultLine, sentenceAt } from './FaultLine.tsx';

/** Why the trader gives the order: folded, unless the game needs a reason or one is typed. */
export function Reason(part: PartProps) {
  const { order, needsReason, strings, typed } = part;
  const id = useId();
  if (needsReason && !order.closing)
    return (
      <div className="mt-3">
        <label htmlFor={id} className="text-size-small font-500">
          {strings.reason}
        </label>
        <ReasonField part={part} id={id} />
      </div>
    );
  return (
    <details className="mt-3" open={Boolean(typed?.reason)}>
      <summary className="w-fit cursor-pointer text-size-small text-paper-2 coarse:min-h-11 coarse:content-center">
        {strings.addReason}
      </summary>
      <ReasonField part={part} id={id} label={strings.reason} />
    </details>
  );
}

/** @property label its name where no label is in sight */
type FieldProps = { part: PartProps; id: string; label?: string };

function ReasonField({ part, id, label }: FieldProps) {
  const { order, game, needsReason, strings } = part;
  const isRead = game.id !== 'season' && game.id !== 'practice';
  return (
    <>
      <input
        id={id}
        aria-label={label}
        type="text"
        name="reason"
        autoComplete="off"
        dir="auto"
        maxLength={MOST_REASON}
        value={order.draft.reason}
        className="input mt-1 w-full"
        required={needsReason && !order.closing}
        aria-invalid={sentenceAt('reason', part) !== null}
        aria-describedby={`${id}who ${id}why`}
        onChange={(event) => order.change({ reason: event.currentTarget.value })}
      />
      <p id={`${id}who`} className="m-0 mt-1 text-caption text-paper-3">
        {isRead ? strings.reasonRead : strings.reasonAlone}
      </p>
      <FaultLine field="reason" id={`${id}why`} part={part} />
    </>
  );
}
