import type { WireOrder } from '#core/contract/orders.ts';
import {
  formatDate,
  formatDateTime,
  formatPnl,
  formatQuantity,
  formatUsd,
  NOTHING,
} from '#core/locale/format.ts';
import { CANCEL_REASONS, hasTrail, hasTrigger, MAX_ORDER_WAIT_DAYS } from '#core/orders/order.ts';
import type { Game } from '#core/season/game.ts';
import { RULE_REFUSALS } from '#core/trading/season-rules.ts';
import { usePage, useT } from '#framework/page.tsx';
import { Bdi, Change } from '../ui/figures.tsx';
import { Heads, Ticker } from './dock-parts.tsx';
import { type DockView, firstRows, isBelowParent, type PastRow } from './dock-view.ts';
import { Ask, CancelButtonForm, ChangeForm, refusedChange } from './forms.tsx';

const ACTION = {
  buy: 'chart:buy',
  sell: 'chart:sell',
  short: 'chart:shortAction',
  cover: 'chart:cover',
} as const;

/** Returns a function that formats action and type of an order, "Buy limit". */
function useOrderName(): (order: Pick<WireOrder, 'action' | 'type'>) => string {
  const t = useT();
  return ({ action, type }) => t(`dock:type_${type}`, { action: t(ACTION[action]) });
}

/** The working orders. Target and stop of a bracket are below its entry; orders of an OCO group have a tag. */
export function Orders({ view }: { view: DockView }) {
  const t = useT();
  if (view.orders.length === 0) return <p className="dock-empty">{t('dock:noOrders')}</p>;
  return (
    <table className="dock-table">
      <Heads names={['symbol', 'order', 'shares', 'price', 'status', 'until', view.canTrade && 'actions']} />
      <tbody>
        {firstRows(view, view.orders, ({ symbol }) => symbol === view.symbol).map((order) => (
          <OrdersRow key={order.id} view={view} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function OrdersRow({ view, order }: { view: DockView; order: WireOrder }) {
  const t = useT();
  const name = useOrderName()(order);
  const isChild = isBelowParent(view, order);
  const role = order.role && t(order.role === 'take_profit' ? 'dock:target' : 'dock:stop');
  const isGrouped =
    order.ocoId !== null && view.orders.filter(({ ocoId }) => ocoId === order.ocoId).length > 1;
  return (
    <tr className="dock-row">
      <th scope="row" className={isChild ? 'dock-symbol dock-child' : 'dock-symbol'}>
        {isChild ? (
          <>
            <span className="sr-only">{order.symbol} </span>
            {role}
          </>
        ) : (
          <Ticker symbol={order.symbol} game={view.canTrade ? view.game : null} />
        )}
      </th>
      <td className="dock-order">
        {name}
        {role && !isChild && <span className="tag text-paper-2">{role}</span>}
        {isGrouped && <span className="tag text-paper-2">{t('dock:group')}</span>}
      </td>
      <td className="dock-shares" data-name={t('dock:shares')}>
        <Size order={order} />
      </td>
      <td className="dock-price" data-name={t('dock:price')}>
        <Levels order={order} />
      </td>
      <td className="dock-status">{t(`dock:status_${order.status}`)}</td>
      <td className="dock-until">
        <Until order={order} />
      </td>
      {view.canTrade && (
        <td className="dock-acts">
          <Ask
            label={t('dock:change')}
            name={`${order.symbol} ${name}`}
            isOpen={refusedChange(view, order) !== undefined}
          >
            <ChangeForm view={view} order={order} />
          </Ask>
          <Ask label={t('dock:cancel')} name={`${order.symbol} ${name}`}>
            <p>{t('dock:cancelAsk')}</p>
            <CancelButtonForm view={view} order={order} label={t('dock:cancel')} />
          </Ask>
        </td>
      )}
    </tr>
  );
}

function Size({ order: { quantity, amount, closeAll } }: { order: WireOrder }) {
  const t = useT();
  if (closeAll) return t('dock:all');
  return <Bdi>{quantity === null ? formatUsd(amount ?? '0') : formatQuantity(quantity)}</Bdi>;
}

function Levels({ order }: { order: WireOrder }) {
  const t = useT();
  const { limitPrice, stopPrice, trailAmount, trailPercent, currentStop } = order;
  if (hasTrail(order))
    return t('dock:trails', {
      stop: currentStop === null ? NOTHING : formatUsd(currentStop),
      trail: trailAmount === null ? `${trailPercent}%` : formatUsd(trailAmount),
    });
  if (hasTrigger(order))
    return t('dock:stopThenLimit', {
      stop: formatUsd(stopPrice ?? '0'),
      limit: formatUsd(limitPrice ?? '0'),
    });
  const price = limitPrice ?? stopPrice;
  return <Bdi>{price === null ? NOTHING : formatUsd(price)}</Bdi>;
}

function Until({ order: { tif, expiresAt } }: { order: WireOrder }) {
  const { t, locale, zone } = usePage();
  if (tif === 'day') return t('dock:untilToday');
  // the waiting time of a bracket's target and stop starts when its entry fills
  if (expiresAt === null) return t('dock:untilCancelledIn', { days: MAX_ORDER_WAIT_DAYS });
  const date = formatDate(expiresAt, { locale, zone });
  return <time dateTime={expiresAt}>{t('dock:untilCancelledBy', { date })}</time>;
}

const REASONS = [
  ...CANCEL_REASONS,
  ...(['season_reset', 'reverse'] as const),
  ...RULE_REFUSALS,
  ...(['NOT_ENOUGH_CASH', 'POSITION_CONFLICT', 'NOT_ENOUGH_SHARES'] as const),
  ...(['INVALID_QUANTITY', 'INVALID_AMOUNT'] as const),
];

/** Fills, and orders that ended without one, with the reasons. */
export function History({ view }: { view: DockView }) {
  const t = useT();
  if (!view.past || view.past.length === 0) return <p className="dock-empty">{t('dock:noHistory')}</p>;
  return (
    <table className="dock-table">
      <Heads names={['symbol', 'order', 'shares', 'price', 'pnl', 'result', 'when']} />
      <tbody>
        {firstRows(view, view.past).map((row) => (
          <HistoryRow key={row.key} row={row} game={view.canTrade ? view.game : null} />
        ))}
      </tbody>
    </table>
  );
}

function HistoryRow({ row, game }: { row: PastRow; game: Game | null }) {
  const { t, locale, zone } = usePage();
  const { symbol, quantity, price, pnl, status, at, orderReason } = row;
  const reason = REASONS.find((each) => each === row.reason);
  return (
    <tr className="dock-row">
      <th scope="row" className="dock-symbol">
        <Ticker symbol={symbol} game={game} />
      </th>
      <td className="dock-order">{useOrderName()(row)}</td>
      <td className="dock-shares" data-name={t('dock:shares')}>
        <Bdi>{quantity === null ? NOTHING : formatQuantity(quantity)}</Bdi>
      </td>
      <td className="dock-price">
        <Bdi>{price === null ? NOTHING : formatUsd(price)}</Bdi>
      </td>
      <td className="dock-pnl" data-name={t('dock:pnl')}>
        {pnl === null ? <Bdi>{NOTHING}</Bdi> : <Change value={pnl} text={formatPnl(pnl)} />}
      </td>
      <td className="dock-status">
        {t(`dock:status_${status}`)}
        {reason && <span className="text-paper-3"> · {t(`dock:reason_${reason}`)}</span>}
        {orderReason && (
          <p className="m-0 whitespace-normal text-paper-3 [overflow-wrap:anywhere]">
            <bdi>{orderReason}</bdi>
          </p>
        )}
      </td>
      <td className="dock-until">
        <time dateTime={at.toISOString()}>
          <bdi>{formatDateTime(at, { locale, zone })}</bdi>
        </time>
      </td>
    </tr>
  );
}
