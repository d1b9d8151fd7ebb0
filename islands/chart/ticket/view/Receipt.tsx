import { useEffect, useRef, useState } from 'react';
import {
  formatCents,
  formatClock,
  formatPnl,
  formatQuantity,
  formatUsd,
  NOTHING,
} from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { parsePrice, parseQuantity, readCents } from '#core/money/money.ts';
import { tradeTotal } from '#core/trading/pnl.ts';
import { useRegion } from '#framework/islands/island.tsx';
import { type Account, positionIn } from '../../../_state/account.ts';
import type { DoneOrder } from '../../ground/orders.ts';
import { waitsText } from '../../ground/say.ts';
import { useStrings } from '../../ground/use-strings.tsx';
import { formatPrice, movedText } from '../summary.ts';
import { Row, Tear } from './Figures.tsx';

type Props = {
  done: DoneOrder;
  account: Account;
  /** True when `account` already includes the trade; false when only the next `account` does. */
  isSettled?: boolean;
  headingId: string;
  /** Null for an order that cannot be repeated. */
  onAgain: (() => void) | null;
  onClose(): void;
};

/** The outcome of an order. Close has the focus, so that Enter never sends another order. */
export function Receipt({ done, account, isSettled = false, headingId, onAgain, onClose }: Props) {
  const strings = useStrings();
  const { dir, zone } = useRegion();
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus({ preventScroll: true }), []);
  const { trade, order, doneAt } = done;
  return (
    <div dir={dir} className="ticket-form">
      <div className="flex h-8 items-center gap-2">
        <span className="i-lucide-circle-check size-4.5 shrink-0 text-gain" aria-hidden="true" />
        <h2 id={headingId} className="m-0 text-h3">
          {trade
            ? fill(strings[`did_${order.action}`], {
                quantity: formatQuantity(trade.quantity),
                symbol: trade.symbol,
              })
            : strings.placedTitle}
        </h2>
      </div>
      {trade && (
        <p className="m-0 mt-3 text-stat" data-testid="receipt-price">
          <bdi dir="ltr">{formatPrice(trade.price)}</bdi>
        </p>
      )}
      <p className="m-0 mt-0.5 text-size-small text-paper-3">
        {trade
          ? `${formatClock(doneAt, zone)} · ${fill(strings.receipt, { number: trade.receipt })}`
          : `${formatClock(doneAt, zone)} · ${waitsText(done, order.symbol, strings)}`}
      </p>
      <Tear />
      <dl className="m-0 mb-4 grid gap-1.5 text-size-body">
        {trade ? (
          <>
            <Filled trade={trade} quoted={trade.quotedPrice ?? order.quotedPrice} />
            <Held account={account} isSettled={isSettled} symbol={trade.symbol} />
          </>
        ) : (
          <Placed done={done} />
        )}
      </dl>
      <div className="flex gap-2">
        {onAgain && (
          <button type="button" className="btn btn-secondary min-h-11 flex-1" onClick={onAgain}>
            {strings.again}
          </button>
        )}
        <button ref={close} type="button" className="btn btn-secondary min-h-11 flex-1" onClick={onClose}>
          {strings.closeTicket}
        </button>
      </div>
    </div>
  );
}

type FilledProps = { trade: NonNullable<DoneOrder['trade']>; quoted: number | string | null };

function Filled({ trade, quoted }: FilledProps) {
  const strings = useStrings();
  const price = parsePrice(String(trade.price)) ?? 0n;
  const quantity = parseQuantity(String(trade.quantity)) ?? 0n;
  return (
    <>
      {quoted !== null && <Row name={strings.seenPrice} value={formatPrice(quoted)} testId="receipt-seen" />}
      <Row name={strings.filledPrice} value={formatPrice(trade.price)} testId="receipt-filled" />
      {quoted !== null && (
        <Row name={strings.movedBy} value={movedText(quoted, trade.price)} testId="receipt-moved" />
      )}
      <Row
        name={strings.total}
        value={formatCents(tradeTotal(trade.action === 'sell', price, quantity))}
        testId="receipt-total"
      />
      {trade.pnl !== null && (
        <Row name={strings.pnl} value={formatPnl(trade.pnl)} bad={trade.pnl.startsWith('-')} />
      )}
      <Row name={strings.cash} value={formatUsd(trade.cash)} testId="receipt-cash" />
    </>
  );
}

type HeldProps = { account: Account; isSettled: boolean; symbol: string };

/** The position after the trade and its average entry; unknown until the account is fetched again. */
function Held({ account, isSettled, symbol }: HeldProps) {
  const strings = useStrings();
  const [previous] = useState(account.positions);
  const isKnown = isSettled || account.positions !== previous;
  const held = isKnown ? positionIn(account, symbol) : null;
  const side = held?.side === 'short' ? strings.shortSide : strings.long;
  return (
    <>
      <Row
        name={strings.position}
        value={held ? `${side} ${formatQuantity(held.quantity)}` : isKnown ? '0' : NOTHING}
        testId="receipt-position"
      />
      {(held || !isKnown) && (
        <Row
          name={strings.averageEntry}
          value={held ? formatPrice(held.entry) : NOTHING}
          testId="receipt-average"
        />
      )}
    </>
  );
}

function Placed({ done: { placed } }: Pick<Props, 'done'>) {
  const strings = useStrings();
  const order = placed?.order;
  if (!order) return null;
  const { type, limitPrice, stopPrice, quantity, amount, hold } = order;
  return (
    <>
      <Row name={strings.orderType} value={strings[`type_${type}`]} />
      {stopPrice && <Row name={strings.stopPrice} value={formatPrice(Number(stopPrice))} />}
      {limitPrice && (
        <Row name={strings.limitPrice} value={formatPrice(Number(limitPrice))} testId="receipt-limit" />
      )}
      {quantity && <Row name={strings.quantity} value={formatQuantity(quantity)} />}
      {amount && <Row name={strings.quantity} value={formatUsd(amount)} />}
      {readCents(hold) > 0n && <Row name={strings.held} value={formatUsd(hold)} testId="receipt-hold" />}
    </>
  );
}
