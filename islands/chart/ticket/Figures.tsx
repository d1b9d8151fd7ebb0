import type { ReactNode } from 'react';
import { priceDecimals } from '#components/chart/types.ts';
import { formatCents, formatQuantity, formatUsd, NOTHING } from '#core/locale/format.ts';
import { MICRO_DIGITS, type Micro, plainDecimal, SHARE } from '#core/money/money.ts';
import type { OpenPosition } from '../../_state/account.ts';
import type { ChartStrings } from '../panel/strings.ts';
import type { Estimate } from './estimate.ts';

/** What the order would come to: price, money, the most it could be, and the position as it is. */
export function Figures({
  price,
  closing,
  guess,
  held,
  strings,
  onLargest,
}: {
  price: number | null;
  closing: boolean;
  guess: Estimate;
  held: OpenPosition | null;
  strings: ChartStrings;
  onLargest(quantity: Micro): void;
}) {
  const { cash, cashAfter, largest } = guess;
  return (
    <dl className="m-0 mt-3 grid gap-1.5 text-size-body tabular-nums">
      <Row
        name={strings.currentPrice}
        value={price === null ? NOTHING : formatPrice(price)}
        testId="ticket-price"
      />
      <Row
        name={closing ? strings.estimatedProceeds : strings.estimatedCost}
        value={cash === null ? NOTHING : formatCents(cash)}
        testId="ticket-cost"
      />
      <Row
        name={strings.cashAfter}
        value={cashAfter === null ? NOTHING : formatCents(cashAfter)}
        bad={cashAfter !== null && cashAfter < 0n}
        testId="ticket-cash"
      />
      <Row
        name={strings.most}
        value={<Largest quantity={largest} onPress={onLargest} />}
        testId="ticket-largest"
      />
      {held && (
        <Row
          name={strings.position}
          value={`${held.side === 'long' ? strings.long : strings.shortSide} ${formatQuantity(held.quantity)}`}
        />
      )}
    </dl>
  );
}

/** Pressed, it is the order's size; less than a share cannot be one. As high as a finger needs, known or not. */
function Largest({ quantity, onPress }: { quantity: Micro | null; onPress(quantity: Micro): void }) {
  const place = 'inline-flex items-center justify-end coarse:-my-2.5 coarse:h-11 coarse:min-w-11';
  const text = quantity === null ? NOTHING : formatQuantity(plainDecimal(quantity, MICRO_DIGITS));
  if (quantity === null || quantity < SHARE) return <span className={place}>{text}</span>;
  return (
    <button
      type="button"
      className={`${place} border-0 bg-transparent p-0 font-600 text-paper underline decoration-line-3 underline-offset-3 cursor-pointer`}
      onClick={() => onPress(quantity)}
    >
      {text}
    </button>
  );
}

function Row({
  name,
  value,
  bad = false,
  testId,
}: {
  name: string;
  value: ReactNode;
  bad?: boolean;
  testId?: string;
}) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-paper-2">{name}</dt>
      <dd className={`m-0 font-600 ${bad ? 'text-loss' : ''}`} data-testid={testId}>
        <bdi dir="ltr">{value}</bdi>
      </dd>
    </div>
  );
}

function formatPrice(price: number): string {
  return priceDecimals(price) === 4 ? `$${price.toFixed(4)}` : formatUsd(price);
}
