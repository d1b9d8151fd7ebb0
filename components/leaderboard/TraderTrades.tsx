import type { ReactNode } from 'react';
import { formatPnl, formatQuantity, formatUsd, NOTHING } from '#core/locale/format.ts';
import type { CloseReason } from '#core/trading/position.ts';
import { useT } from '#framework/page.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi, DirectionTag, PriceSource } from '../ui/figures.tsx';
import { Pnl } from './TraderStats.tsx';

/** A position; numbers are decimal strings, `date` is formatted. */
export type TraderTrade = {
  key: string;
  symbol: string;
  type: 'long' | 'short';
  quantity: string;
  entry: string;
  /** The newest price of an open position, the exit price of a closed one; null without one. */
  price: string | null;
  pnl: string | null;
  isOpen: boolean;
  /** Why a closed position was closed. */
  reason: CloseReason | null;
  date: string;
};

/** Open and closed positions of a trader. @param hidden true when the rules hide the open ones from this reader */
export function TraderTrades({ trades, hidden }: { trades: readonly TraderTrade[]; hidden: boolean }) {
  const t = useT();
  const open = trades.filter((trade) => trade.isOpen);
  const closed = trades.filter((trade) => !trade.isOpen);
  return (
    <>
      <PriceSource className="mb-2 block" />
      <Part
        title={t('trader:open')}
        trades={open}
        price={t('trader:price')}
        empty={t(hidden ? 'trader:openHidden' : 'trader:noOpen')}
      />
      <div className="mt-6">
        <Part
          title={t('trader:closed')}
          trades={closed}
          price={t('trader:exit')}
          empty={t('trader:noClosed')}
        />
      </div>
    </>
  );
}

/**
 * Columns that a phone hides. There a row shows quantity and date below the symbol, and the entry price below the
 * price.
 */
const WIDE = 'lt-sm:hidden';

type PartProps = { title: string; trades: readonly TraderTrade[]; price: string; empty: ReactNode };

function Part({ title, trades, price, empty }: PartProps) {
  const t = useT();
  return (
    <section>
      <h3 className="mb-2 text-h3">{title}</h3>
      {trades.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full whitespace-nowrap text-size-small lt-tiny:text-size-caption">
            <thead className="text-caption text-paper-3">
              <tr>
                <th scope="col" className="py-2 pe-3 text-start font-500 lt-tiny:pe-1.5">
                  {t('trader:symbol')}
                </th>
                {[
                  [t('trader:quantity'), WIDE],
                  [t('trader:entry'), WIDE],
                  [price, ''],
                  [t('trader:pnl'), ''],
                  [t('trader:date'), WIDE],
                ].map(([head, shown]) => (
                  <th key={head} scope="col" className={`py-2 pe-3 text-figures font-500 last:pe-0 ${shown}`}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trades.map((trade) => (
                <Row key={trade.key} trade={trade} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Reasons why a position was closed without an order of the trader. */
const NOTES = {
  forced_cover: 'forcedCover',
  season_reset: 'seasonReset',
  settlement: 'settlement',
} as const;

function Row({ trade: { symbol, type, quantity, entry, price, pnl, reason, date } }: { trade: TraderTrade }) {
  const t = useT();
  const note = NOTES[reason as keyof typeof NOTES] ?? null;
  return (
    <tr className="border-t border-line-1">
      <td className="py-2 pe-3 lt-tiny:pe-1.5">
        <span className="flex flex-wrap items-center gap-x-2">
          <Bdi className="font-600">{symbol}</Bdi>
          <DirectionTag type={type} />
        </span>
        <span className="mt-1 block text-caption text-paper-3 sm:hidden">
          <Bdi className="block rtl:text-end">{formatQuantity(quantity)}</Bdi>
          <span className="block">
            <bdi>{date}</bdi>
          </span>
        </span>
        {note && <span className="mt-1 block text-caption text-paper-3">{t(`trader:${note}`)}</span>}
      </td>
      <Figure>{formatQuantity(quantity)}</Figure>
      <Figure>{formatUsd(entry)}</Figure>
      <td className="py-2 pe-3 text-figures lt-tiny:pe-1.5">
        <Bdi>{price === null ? NOTHING : formatUsd(price)}</Bdi>
        <span className="mt-1 block whitespace-normal text-caption text-paper-3 sm:hidden">
          {t('trader:entry')} <Bdi>{formatUsd(entry)}</Bdi>
        </span>
      </td>
      <td className="py-2 pe-3 text-figures lt-sm:pe-0">
        <Pnl value={pnl} text={pnl === null ? NOTHING : formatPnl(pnl)} />
      </td>
      <td className={`py-2 text-figures text-paper-3 ${WIDE}`}>
        <bdi>{date}</bdi>
      </td>
    </tr>
  );
}

function Figure({ children }: { children: string }) {
  return (
    <td className={`py-2 pe-3 text-figures ${WIDE}`}>
      <Bdi>{children}</Bdi>
    </td>
  );
}
