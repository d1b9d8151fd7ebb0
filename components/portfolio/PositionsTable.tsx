import type { PortfolioItem } from '#core/contract/schemas/portfolio.ts';
import {
  formatChange,
  formatPercent,
  formatPnl,
  formatQuantity,
  formatUsd,
  NOTHING,
} from '#core/locale/format.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';
import { DirectionTag } from '../ui/DirectionTag.tsx';

type Props = { items: readonly PortfolioItem[]; canTrade: boolean };

/** Open positions. Narrow screens keep symbol, value and P&L; the middle columns go first. */
export function PositionsTable({ items, canTrade }: Props) {
  const t = useT();
  return (
    <table className="positions">
      <thead>
        <tr>
          <th scope="col">{t('portfolio:symbol')}</th>
          <th scope="col" className="from-700">
            {t('portfolio:type')}
          </th>
          <th scope="col" className="from-700">
            {t('portfolio:quantity')}
          </th>
          <th scope="col" className="from-900">
            {t('portfolio:entry')}
          </th>
          <th scope="col" className="from-900">
            {t('portfolio:current')}
          </th>
          <th scope="col">{t('portfolio:value')}</th>
          <th scope="col">{t('portfolio:pnl')}</th>
          <th scope="col" className="from-700">
            {t('portfolio:allocation')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={`${item.symbol}${item.type}`} item={item} canTrade={canTrade} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, canTrade }: { item: PortfolioItem; canTrade: boolean }) {
  const { symbol, type, quantity, buyPrice, currentPrice, value, pnl, pnlPercent, allocation } = item;
  return (
    <tr>
      <th scope="row">
        <Ticker symbol={symbol} canTrade={canTrade} />
        <span className="mt-1 flex items-center gap-2 text-caption font-400 text-paper-3 md:hidden">
          <DirectionTag type={type} />
          <Bdi>{formatQuantity(quantity)}</Bdi>
        </span>
      </th>
      <td className="from-700">
        <DirectionTag type={type} />
      </td>
      <td className="from-700">
        <Bdi>{formatQuantity(quantity)}</Bdi>
      </td>
      <td className="from-900">
        <Bdi>{formatUsd(buyPrice)}</Bdi>
      </td>
      <td className="from-900">
        <Bdi>{currentPrice === null ? NOTHING : formatUsd(currentPrice)}</Bdi>
      </td>
      <td>
        <Bdi>{formatUsd(value)}</Bdi>
      </td>
      <td>
        {pnl === null ? (
          <Bdi>{NOTHING}</Bdi>
        ) : (
          <>
            <Change value={pnl} text={formatPnl(pnl)} />
            {pnlPercent !== null && (
              <span className="block text-caption text-paper-3">
                <Bdi>{formatChange(pnlPercent)}</Bdi>
              </span>
            )}
          </>
        )}
      </td>
      <td className="from-700">
        <span className="flex items-center justify-end gap-2">
          <span className="h-1 w-16 overflow-hidden rounded-bar bg-ink-4" aria-hidden="true">
            <span
              className="block h-full bg-paper-2"
              style={{ inlineSize: `${Math.min(100, allocation)}%` }}
            />
          </span>
          <Bdi className="min-w-13 text-end">{formatPercent(allocation)}</Bdi>
        </span>
      </td>
    </tr>
  );
}

function Ticker({ symbol, canTrade }: { symbol: string; canTrade: boolean }) {
  if (!canTrade) return <Bdi>{symbol}</Bdi>;
  return (
    <a
      className="inline-flex min-h-6 items-center underline-offset-4 hover:underline"
      href={`/chart?symbol=${encodeURIComponent(symbol)}`}
    >
      <Bdi>{symbol}</Bdi>
    </a>
  );
}
