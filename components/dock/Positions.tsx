import * as at from '#core/contract/addresses.ts';
import type { WireOrder } from '#core/contract/schemas/order-answers.ts';
import { formatChange, formatPercent, formatQuantity, formatUsd, NOTHING } from '#core/locale/format.ts';
import { priceText } from '#core/market/price-text.ts';
import { isOpening } from '#core/orders/order.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { DirectionTag } from '../ui/DirectionTag.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Ask } from './Ask.tsx';
import { CancelButtonForm, ChangeForm, common, DockForm, ExitForm } from './forms.tsx';
import { Gain } from './Gain.tsx';
import { Heads } from './Heads.tsx';
import { Tile } from './Tile.tsx';
import type { DockPosition, DockView } from './types.ts';

/** Open positions with what closes them. Narrow screens show each as a card. */
export function Positions({ view }: { view: DockView }) {
  if (view.positions.length === 0) return <NoPositions view={view} />;
  return (
    <table className="dock-table">
      <Heads
        names={[
          'symbol',
          'side',
          'shares',
          'entry',
          'last',
          'pnl',
          'value',
          view.place === 'page' && 'allocation',
          view.canTrade && 'target',
          view.canTrade && 'stop',
          view.canTrade && 'actions',
        ]}
      />
      <tbody>
        {view.positions.map((item) => (
          <Row key={`${item.symbol}${item.type}`} view={view} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function NoPositions({ view }: { view: DockView }) {
  const t = useT();
  if (view.place === 'chart') return <p className="dock-empty">{t('dock:noPositions')}</p>;
  return (
    <EmptyState
      action={
        view.canTrade && (
          <a className="btn btn-secondary" href="/chart">
            {t('dock:openChart')}
          </a>
        )
      }
    >
      {t('dock:noPositions')}
    </EmptyState>
  );
}

function Row({ view, item }: { view: DockView; item: DockPosition }) {
  const { symbol, type, quantity, buyPrice, currentPrice, value, pnl, pnlPercent, allocation, live } = item;
  return (
    <tr className={symbol === view.symbol ? 'dock-row dock-own' : 'dock-row'}>
      <th scope="row" className="dock-symbol">
        <Ticker symbol={symbol} isLink={view.canTrade} />
      </th>
      <td className="dock-side">
        <DirectionTag type={type} />
      </td>
      <td className="dock-shares">
        <Bdi>{formatQuantity(quantity)}</Bdi>
      </td>
      <td className="dock-entry">
        <Bdi>{priceText(buyPrice)}</Bdi>
      </td>
      <td className="dock-last">
        <bdi dir="ltr" className="live-price" data-live={`last:${symbol}`}>
          {currentPrice === null ? NOTHING : priceText(currentPrice)}
        </bdi>
      </td>
      <td className="dock-pnl">
        <Gain live={live} value={pnl} />
        {pnlPercent !== null && (
          <span className="dock-percent">
            (
            <bdi dir="ltr" data-live={`percent:${live}`}>
              {formatChange(pnlPercent)}
            </bdi>
            )
          </span>
        )}
      </td>
      <td className="dock-worth">
        <bdi dir="ltr" data-live={`value:${live}`}>
          {formatUsd(value)}
        </bdi>
      </td>
      {view.place === 'page' && (
        <td className="dock-worth">
          <Bdi>{formatPercent(allocation)}</Bdi>
        </td>
      )}
      {view.canTrade && <Actions view={view} item={item} />}
    </tr>
  );
}

/** A ticker that leads to its chart. */
export function Ticker({ symbol, isLink }: { symbol: string; isLink: boolean }) {
  const t = useT();
  if (!isLink) return <Tile symbol={symbol} />;
  return (
    <a
      className="dock-ticker"
      href={`/chart?symbol=${encodeURIComponent(symbol)}`}
      title={t('dock:showChart', { symbol })}
    >
      <Tile symbol={symbol} />
    </a>
  );
}

function Actions({ view, item }: { view: DockView; item: DockPosition }) {
  const t = useT();
  const { symbol, type, currentPrice } = item;
  const quantity = formatQuantity(item.quantity);
  const [close, reverse] = type === 'long' ? (['sell', 'short'] as const) : (['cover', 'buy'] as const);
  const exits = view.orders.filter(
    (order) => order.symbol === symbol && !isOpening(order.action) && order.status !== 'held',
  );
  return (
    <>
      <ExitCell {...{ view, item, type: 'limit' }} order={exits.find((order) => order.type === 'limit')} />
      <ExitCell {...{ view, item, type: 'stop' }} order={exits.find((order) => order.type !== 'limit')} />
      <td className="dock-acts">
        <Ask label={t('dock:reverse')} name={symbol}>
          <p>{t(type === 'long' ? 'dock:reverseLong' : 'dock:reverseShort', { quantity })}</p>
          <DockForm
            to={at.trade}
            fields={{
              ...common(view, `${symbol}-reverse`),
              ...{ symbol, action: reverse, reverse: '1', quantity: item.quantity },
            }}
          >
            <button type="submit" className="btn btn-primary btn-small">
              {t('dock:reverse')}
            </button>
          </DockForm>
        </Ask>
        <Ask label={t('dock:close')} name={symbol}>
          <p>
            {currentPrice === null
              ? t('dock:closeAskPlain', { quantity })
              : t('dock:closeAsk', { quantity, price: formatUsd(currentPrice) })}
          </p>
          <DockForm
            to={at.trade}
            fields={{ ...common(view, `${symbol}-close`), symbol, action: close, closeAll: '1' }}
          >
            <button type="submit" className="btn btn-primary btn-small">
              {t('dock:close')}
            </button>
          </DockForm>
        </Ask>
      </td>
    </>
  );
}

/** The price at which the position is closed with a gain, or a loss: changed, taken away or added in its place. */
function ExitCell({
  view,
  item,
  type,
  order,
}: {
  view: DockView;
  item: DockPosition;
  type: 'limit' | 'stop';
  order: WireOrder | undefined;
}) {
  const t = useT();
  const label = t(type === 'limit' ? 'dock:target' : 'dock:stop');
  const price = order && (order.currentStop ?? order.stopPrice ?? order.limitPrice);
  return (
    <td className={type === 'limit' ? 'dock-target' : 'dock-stop'}>
      <Ask
        look="btn btn-ghost btn-small dock-exit"
        name={`${item.symbol} ${label}`}
        label={
          <>
            <span className="dock-exit-word" aria-hidden="true">
              {label}{' '}
            </span>
            {price ? (
              <Bdi>{formatUsd(price)}</Bdi>
            ) : (
              <span className="dock-add">
                <Icon name="plus" size="size-3.5" /> {t('dock:add')}
              </span>
            )}
          </>
        }
      >
        {order ? (
          <>
            <ChangeForm view={view} order={order} />
            <CancelButtonForm view={view} order={order} label={t('dock:remove')} />
          </>
        ) : (
          <ExitForm view={view} item={item} type={type} />
        )}
      </Ask>
    </td>
  );
}
