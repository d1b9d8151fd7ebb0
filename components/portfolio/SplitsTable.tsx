import { formatDate, formatQuantity, formatUsd } from '#core/locale/format.ts';
import type { SplitRecord } from '#core/trading/split.ts';
import { useRegion } from '#framework/islands/island.tsx';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';

/** The trader's record of splits: how many shares became how many, and that no money moved. */
export function SplitsTable({ splits }: { splits: readonly SplitRecord[] }) {
  const t = useT();
  const { locale } = useRegion();
  return (
    <section aria-labelledby="splits">
      <h2 id="splits" className="mb-1 mt-7 text-h3">
        {t('portfolio:splits')}
      </h2>
      <p className="m-0 mb-3 text-caption text-paper-3">{t('portfolio:splitsHint')}</p>
      <table className="positions">
        <thead>
          <tr>
            <th scope="col">{t('portfolio:symbol')}</th>
            <th scope="col">{t('portfolio:splitRatio')}</th>
            <th scope="col">{t('portfolio:splitShares')}</th>
            <th scope="col" className="from-700">
              {t('portfolio:splitEntry')}
            </th>
            <th scope="col" className="from-700">
              {t('portfolio:splitDate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {splits.map((split) => (
            <tr key={`${split.symbol}${split.date}`}>
              <th scope="row">
                <Bdi>{split.symbol}</Bdi>
              </th>
              <td>
                {t('portfolio:splitFor', { numerator: split.numerator, denominator: split.denominator })}
              </td>
              <td>
                <Bdi>{`${formatQuantity(split.quantityBefore)} → ${formatQuantity(split.quantityAfter)}`}</Bdi>
              </td>
              <td className="from-700">
                <Bdi>{`${formatUsd(split.entryBefore)} → ${formatUsd(split.entryAfter)}`}</Bdi>
              </td>
              <td className="from-700">
                <bdi>{formatDate(`${split.date}T12:00:00Z`, { locale })}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
