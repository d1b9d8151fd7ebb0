import { formatDateTime, formatPnl, formatQuantity, formatUsd, NOTHING } from '#core/locale/format.ts';
import { CANCEL_REASONS } from '#core/orders/order.ts';
import { usePage, useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';
import { Heads } from './Heads.tsx';
import { useOrderName } from './Orders.tsx';
import { Ticker } from './Tile.tsx';
import type { DockView, PastRow } from './types.ts';

const REASONS = [
  ...CANCEL_REASONS,
  ...(['season_reset', 'reverse'] as const),
  ...(['NOT_ENOUGH_CASH', 'POSITION_CONFLICT', 'SHARE_LIMIT', 'PRICE_TOO_LOW', 'NOT_ENOUGH_SHARES'] as const),
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
        {view.past.map((row) => (
          <Row key={row.key} row={row} canTrade={view.canTrade} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, canTrade }: { row: PastRow; canTrade: boolean }) {
  const { t, locale, zone } = usePage();
  const { symbol, quantity, price, pnl, status, at } = row;
  const reason = REASONS.find((each) => each === row.reason);
  return (
    <tr className="dock-row">
      <th scope="row" className="dock-symbol">
        <Ticker symbol={symbol} isLink={canTrade} />
      </th>
      <td className="dock-order">{useOrderName()(row)}</td>
      <td className="dock-shares">
        <Bdi>{quantity === null ? NOTHING : formatQuantity(quantity)}</Bdi>
      </td>
      <td className="dock-price">
        <Bdi>{price === null ? NOTHING : formatUsd(price)}</Bdi>
      </td>
      <td className="dock-pnl">
        {pnl === null ? <Bdi>{NOTHING}</Bdi> : <Change value={pnl} text={formatPnl(pnl)} />}
      </td>
      <td className="dock-status">
        {t(`dock:status_${status}`)}
        {reason && <span className="text-paper-3"> · {t(`dock:reason_${reason}`)}</span>}
      </td>
      <td className="dock-until">
        <time dateTime={at.toISOString()}>
          <bdi>{formatDateTime(at, { locale, zone })}</bdi>
        </time>
      </td>
    </tr>
  );
}
