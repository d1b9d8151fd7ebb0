import { type ReactNode, useId } from 'react';
import { formatChange, formatNumber } from '#core/locale/format.ts';
import { writeDecimal } from '#core/money/money.ts';
import { divRound } from '#core/money/units.ts';
import { distanceOf, type Exit } from '../draft.ts';
import { pnlText } from '../summary.ts';
import type { PartProps } from '../use-order.ts';
import { firstExitText } from '../use-order.ts';
import { FaultLine, sentenceAt } from './FaultLine.tsx';
import { stepPrice } from './PriceFields.tsx';
import { AddReason } from './Reason.tsx';

export function Bracket(part: PartProps) {
  const { draft, judgement } = part.order;
  return (
    <div>
      <ExitRow part={part} field="target" />
      <ExitRow part={part} field="loss" />
      <div className="ticket-adds">
        <Add part={part} field="target" />
        <Add part={part} field="loss" />
        <AddReason {...part} />
      </div>
      {draft.target !== null && draft.loss !== null && (
        <Balance {...part} target={judgement.target} loss={judgement.loss} />
      )}
    </div>
  );
}

type ExitProps = { part: PartProps; field: 'target' | 'loss' };
const NAME = { target: 'hasTarget', loss: 'hasStop' } as const;
const FIELD = { target: 'targetPrice', loss: 'lossPrice' } as const;

function Add({ part: { order, strings }, field }: ExitProps) {
  return (
    <label className="btn btn-secondary btn-small ticket-add" data-add={field}>
      <input
        type="checkbox"
        name={NAME[field]}
        value="true"
        data-exit={field}
        className="absolute inset-0 m-0 cursor-pointer opacity-0"
        checked={order.draft[field] !== null}
        onChange={(event) =>
          order.change({ [field]: event.currentTarget.checked ? firstExitText(field, order) : null })
        }
      />
      <span className="i-lucide-plus size-3.5" aria-hidden="true" />
      {strings[field]}
    </label>
  );
}

function ExitRow({ part, field }: ExitProps) {
  const { order, strings } = part;
  const id = useId();
  const { draft, change, judgement } = order;
  const exit = judgement[field];
  const typed = draft[field] ?? firstExitText(field, order);
  const set = (text: string) => change({ [field]: text });
  return (
    <div className="ticket-exit" data-exit-row={field}>
      <div className="flex items-center gap-2.5">
        <span className="h-10 w-0.5 shrink-0" data-bar={field} aria-hidden="true" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="text-size-small font-500">
            {strings[field]} <Distance level={exit} part={part} />
          </span>
          <Pnl exit={exit} />
        </span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          name={FIELD[field]}
          value={typed}
          className="ticket-exit-field"
          aria-label={strings[`${field}Label`]}
          title={strings.exitHint}
          aria-invalid={sentenceAt(field, part) !== null}
          aria-describedby={`${id}why`}
          onChange={(event) => set(event.currentTarget.value)}
          onKeyDown={(event) => stepPrice(event, typed, set)}
        />
        <button
          type="button"
          className="icon-btn -mx-1.5 !h-8 !w-8 coarse:!h-11 coarse:!w-11"
          aria-label={strings[`${field}Off`]}
          onClick={() => change({ [field]: null })}
        >
          <span className="i-lucide-x size-4" aria-hidden="true" />
        </button>
      </div>
      <FaultLine field={field} id={`${id}why`} part={part} />
    </div>
  );
}

function Distance({ level, part }: { level: Exit | null; part: PartProps }): ReactNode {
  const distance = level && distanceOf(level.level, part.order.judgement.base);
  if (distance === null) return null;
  return (
    <bdi dir="ltr" className="text-size-caption text-paper-3">
      {formatChange(writeDecimal(distance, 2))}
    </bdi>
  );
}

function Pnl({ exit }: { exit: Exit | null }): ReactNode {
  if (!exit || exit.pnl === null) return null;
  const isGain = exit.pnl >= 0n;
  return (
    <bdi dir="ltr" className={`self-start text-size-small font-600 ${isGain ? 'text-gain' : 'text-loss'}`}>
      <span className="me-1 text-size-micro" aria-hidden="true">
        {isGain ? '▲' : '▼'}
      </span>
      {pnlText(exit.pnl)}
    </bdi>
  );
}

function Balance({
  strings,
  target,
  loss,
}: PartProps & { target: Exit | null; loss: Exit | null }): ReactNode {
  if (!target?.pnl || !loss?.pnl || target.pnl <= 0n || loss.pnl >= 0n) return null;
  const [reward, risk] = [target.pnl, -loss.pnl];
  return (
    <div className="mt-3" data-testid="ticket-balance">
      <div className="flex h-1 gap-0.5" aria-hidden="true">
        <i className="bg-loss" style={{ flexGrow: Number(risk) }} />
        <i className="bg-gain" style={{ flexGrow: Number(reward) }} />
      </div>
      <div className="mt-1 flex justify-between text-size-caption text-paper-3">
        <span>{strings.risk} 1</span>
        <span>
          {strings.reward} {formatNumber(writeDecimal(divRound(reward * 100n, risk), 2), 2)}
        </span>
      </div>
    </div>
  );
}
