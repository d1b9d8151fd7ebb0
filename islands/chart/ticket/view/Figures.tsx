import type { ReactNode } from 'react';
import { formatCents, formatQuantity, NOTHING } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { add, negate } from '#core/money/units.ts';
import { OpensIn } from '../../ground/OpensIn.tsx';
import { agedText } from '../../ground/strings.ts';
import { isWaiting } from '../draft.ts';
import { formatPrice, waitingText } from '../summary.ts';
import type { PartProps } from '../use-order.ts';

/** The effect of a market order on the cash. A short holds cash until its cover releases it. */
const CASH_NAME = {
  buy: 'estimatedCost',
  sell: 'estimatedProceeds',
  short: 'cashHeld',
  cover: 'cashReleased',
} as const;

/** The figures of an order that fills at once, or the sentence about one that waits. */
export function Figures(part: PartProps) {
  const { order, opening, pollSec, strings } = part;
  const { draft, judgement, scene, held } = order;
  // an old price makes the figures uncertain: they are dimmed
  const isOld = part.age !== null || !order.isOnline;
  const text = isWaiting(draft.type) ? waitingText(draft, judgement, scene, strings) : null;
  return (
    <>
      <dl className="m-0 grid gap-1.5 text-size-body">
        <Price {...part} isOld={isOld} />
        <Money {...part} isOld={isOld} />
        {held && (
          <Row
            name={strings.position}
            value={`${held.side === 'long' ? strings.long : strings.shortSide} ${formatQuantity(held.quantity)}`}
          />
        )}
      </dl>
      {opening && (
        <p className="m-0 mt-2 flex flex-wrap gap-1">
          <OpensIn opening={opening} />
        </p>
      )}
      {text !== null && (judgement.fault === null || judgement.fault.field === 'reason') && (
        <p className="m-0 mt-3 text-size-small text-paper-2" data-testid="ticket-waits">
          {text}
        </p>
      )}
      <p className="m-0 mt-2 text-caption text-paper-3" data-for="market">
        {strings.note}
      </p>
      {pollSec !== null && (
        <p className="m-0 mt-2 text-caption text-paper-3" data-for="waiting" data-testid="ticket-checked">
          {fill(strings.checkedEvery, { count: pollSec })}
        </p>
      )}
    </>
  );
}

function Price({ price, age, isOld, strings }: PartProps & { isOld: boolean }) {
  const text = price === null ? NOTHING : formatPrice(price);
  const value = age === null ? text : `${text} · ${agedText(strings, age)}`;
  return <Row name={strings.currentPrice} value={value} isOld={isOld} testId="ticket-price" />;
}

/** Cost or payout, and the remaining or missing cash; dashes for an order that the rules refuse. */
function Money({ order: { judgement, scene }, isOld, strings }: PartProps & { isOld: boolean }) {
  const { cash, cashAfter } = judgement.estimate;
  return (
    <>
      <Row
        name={strings[CASH_NAME[scene.action]]}
        value={cash === null ? NOTHING : formatCents(cash)}
        isOld={isOld}
        isMarketOnly
        testId="ticket-cost"
      />
      {cashAfter !== null && cashAfter < 0n ? (
        <Row
          name={strings.missing}
          value={formatCents(negate(cashAfter))}
          bad
          isMarketOnly
          testId="ticket-missing"
        />
      ) : (
        <Row
          name={strings.cashAfter}
          value={cashAfter === null ? NOTHING : formatCents(add(cashAfter, scene.reserved))}
          isOld={isOld}
          isMarketOnly
          testId="ticket-cash"
        />
      )}
    </>
  );
}

type RowProps = {
  name: string;
  value: ReactNode;
  bad?: boolean;
  isOld?: boolean;
  isMarketOnly?: boolean;
  testId?: string;
};

export function Row({ name, value, bad = false, isOld = false, isMarketOnly = false, testId }: RowProps) {
  return (
    <div className="flex items-baseline justify-between gap-3" data-for={isMarketOnly ? 'market' : undefined}>
      <dt className="text-paper-2">{name}</dt>
      <dd className={`m-0 font-600 ${bad ? 'text-loss' : isOld ? 'text-paper-3' : ''}`} data-testid={testId}>
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </div>
  );
}

export function Tear() {
  return (
    <div className="relative my-3.5 border-t border-dashed border-line-3" aria-hidden="true">
      <span className="absolute h-3.5 w-3.5 rounded-full bg-ink-1 -start-6 -top-2" />
      <span className="absolute h-3.5 w-3.5 rounded-full bg-ink-1 -end-6 -top-2" />
    </div>
  );
}
