import { TOO_FEW_TRADES } from '#core/season/awards.ts';
import { usePage, useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { type PlaceGap, type TradersRow, TradersTable } from '../leaderboard/TradersTable.tsx';

/**
 * An excerpt of a table has the first `first` rows, and the reader's row with `beside` rows on each side. A reader
 * whose row is before row `from` gets the first page of the table instead.
 */
export const EXCERPT = { first: 3, beside: 1, from: 7 };

/** The first rows of the running season, and the reader's row with its neighbours. Renders nothing without rows. */
export function TopTable({ rows, gap }: { rows: readonly TradersRow[]; gap: PlaceGap | null }) {
  const { t } = usePage();
  const hrefOf = useLocalHref();
  if (rows.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="table">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="table" className="text-h3">
          {t('competition:table')}
        </h2>
        <a className="text-paper-2 underline-offset-4 hover:underline" href={hrefOf('/leaderboards')}>
          {t('competition:wholeTable')}
        </a>
      </div>
      <div className="card mt-3 overflow-hidden">
        <TradersTable rows={rows} opens="dialog" gap={gap} />
      </div>
    </section>
  );
}

/** Texts of the reasons that the site gives; other reasons are an admin's words. */
const SITE_REASONS: Readonly<
  Record<string, 'seasons:accountDeleted' | 'seasons:accountSuspended' | 'seasons:tooFewTrades'>
> = {
  [TOO_FEW_TRADES]: 'seasons:tooFewTrades',
  'account deleted': 'seasons:accountDeleted',
  'account suspended': 'seasons:accountSuspended',
};

function Reason({ reason }: { reason: string }) {
  const t = useT();
  const siteReason = SITE_REASONS[reason];
  return <bdi>{siteReason ? t(siteReason) : reason}</bdi>;
}

/** Why a trader is disqualified. An admin's reason is shown as written. */
export const Disqualified = ({ reason }: { reason: string }) => (
  <span className="block whitespace-normal text-caption text-loss">
    {useT()('seasons:disqualified')}: <Reason reason={reason} />
  </span>
);

/** Why a trader with a place gets no prize, for every reader. */
export const WithoutPrize = ({ reason }: { reason: string }) => (
  <span className="block whitespace-normal text-caption text-paper-2">
    {useT()('seasons:noPrize')}: <Reason reason={reason} />
  </span>
);

/** The mark beside results that are provisional or were corrected. @param review formatted; null renders nothing */
export const ReviewMark = ({ review }: { review: string | null }) =>
  review && <span className="block text-small font-500 text-tkf">{review}</span>;
