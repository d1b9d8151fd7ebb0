import type { ReactNode } from 'react';
import type { PracticeReason } from '#core/season/terms.ts';
import { usePage, useT } from '#framework/page.tsx';
import { Affected, type AffectedTrader, GivenReason, ReasonField } from '../admin/measure-parts.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { type TradersRow, TradersTable } from '../leaderboard/TradersTable.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { NameField } from '../ui/Field.tsx';
import { Bdi, FactCard } from '../ui/figures.tsx';
import { PageLinks } from '../ui/Links.tsx';
import { ConfirmDialog } from '../ui/PageDialog.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { Fairness, type FairnessView } from './Fairness.tsx';
import { PracticeMark, PracticeNote } from './Schedule.tsx';
import { SeasonOver, type SeasonOverView } from './SeasonOver.tsx';
import { RulesList, type RulesView } from './SeasonRules.tsx';
import { ReviewMark } from './SeasonTables.tsx';

export type Disqualifying = {
  username: string;
  reason: string;
  trader: AffectedTrader | null;
  issue: string | null;
};

export type SeasonView = {
  number: number;
  /** Formatted texts; `ended` is null while the season runs. */
  started: string;
  ended: string | null;
  /** A sentence when the winners are provisional or were corrected; null otherwise. */
  review: string | null;
  /**
   * The formatted time of the oldest of the season's last prices. Null unless that time is well before the season's
   * end.
   */
  marked: string | null;
  prize: string;
  startCash: string;
  rules: RulesView;
  changes: readonly ChangeView[];
  traders: number;
  ranked: number;
  /** The prize of each trader who shares place 1, and their number. Null for one winner, or if more places win. */
  share: { amount: string; count: number } | null;
  /** The results; null while the season runs. */
  over: SeasonOverView | null;
  rows: readonly TradersRow[];
  /** True when the rows are an excerpt: the first three, and the reader's neighbours. */
  isExcerpt: boolean;
  page: number;
  pages: number;
  /** Why the season is practice; empty for a season with a prize. */
  practice: readonly PracticeReason[];
  fairness: FairnessView;
  /**
   * The values of the admins' form that disqualifies. `trader` is null until the typed name belongs to a trader of the
   * season.
   */
  ruling: Disqualifying;
};

/**
 * /competitions/N: the final table of a season and its proof.
 * @param link a link to share the page
 * @param after the part about the next season
 */
export function SeasonPage({ link, after, ...season }: SeasonView & { link: ReactNode; after: ReactNode }) {
  const { t, user } = usePage();
  const hrefOf = useLocalHref();
  const { number, started, ended, prize, startCash, traders, ranked, share, rows, page, pages, practice } =
    season;
  return (
    <div className="mx-auto w-full max-w-254">
      <p className="text-size-small">
        <a className="text-paper-2 underline-offset-4 hover:underline" href={hrefOf('/competitions')}>
          {t('seasons:back')}
        </a>
      </p>
      <header className="mt-2 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-h1">{t('seasons:title', { number })}</h1>
          <p className="mt-1 text-paper-2">
            {ended
              ? t('seasons:from', { from: started, to: ended })
              : t('seasons:running', { from: started })}
          </p>
          <ReviewMark review={season.review} />
          {season.marked && (
            <p className="mt-1 text-caption text-paper-3">{t('seasons:lastPrices', { at: season.marked })}</p>
          )}
        </div>
        <span className="flex flex-wrap gap-2">
          {user && !user.isGuest && <Files number={number} isOver={ended !== null} />}
          {link}
        </span>
      </header>
      <PracticeNote reasons={practice} />
      {season.over && <SeasonOver {...season.over} />}
      {after}
      <dl className="mt-5 grid gap-4 md:grid-cols-3">
        <FactCard label={t('seasons:prize')} look="text-stat">
          <Bdi>{prize}</Bdi>
          <PracticeMark reasons={practice} />
          {share && (
            <span className="block text-caption text-paper-3">
              {t('seasons:prizeEach', { amount: share.amount, count: share.count })}
            </span>
          )}
        </FactCard>
        <FactCard label={t('seasons:startCash')} look="text-stat">
          <Bdi>{startCash}</Bdi>
        </FactCard>
        <FactCard label={t('seasons:table')} look="text-stat">
          <span className="text-h3">
            {ended ? t('seasons:traders', { ranked, total: traders }) : t('seasons:tableLater')}
          </span>
        </FactCard>
      </dl>
      {ended && (
        <div className="mt-7">
          <TradersTable rows={rows} opens="page" hasRanks hasPrize={practice.length === 0} gap={null} />
        </div>
      )}
      {season.isExcerpt ? (
        <LinkButton className="mt-3" href={hrefOf(`/competitions/${number}?page=1`)}>
          {t('seasons:wholeTable')}
        </LinkButton>
      ) : (
        <PageLinks page={page} pages={pages} hrefOf={(to) => hrefOf(`/competitions/${number}?page=${to}`)} />
      )}
      <RulesList {...season.rules} />
      <SeasonChanges changes={season.changes} />
      <Fairness {...season.fairness} />
      {user?.isAdmin && <DisqualifyForm number={number} ruling={season.ruling} />}
      {user?.isAdmin && season.ruling.trader && (
        <DisqualifyDialog number={number} trader={season.ruling.trader} reason={season.ruling.reason} />
      )}
    </div>
  );
}

function Files({ number, isOver }: { number: number; isOver: boolean }) {
  const { t } = usePage();
  return (
    <>
      {isOver && (
        <LinkButton href={`/api/season-results/${number}`} download>
          {t('seasons:csv')}
        </LinkButton>
      )}
      <LinkButton href={`/api/my-trades?season=${number}`} download>
        {t('seasons:myTrades')}
      </LinkButton>
    </>
  );
}

/**
 * A form for a trader's name and a reason. Submitting it opens this page again, with a dialog that asks for
 * confirmation.
 */
function DisqualifyForm({ number, ruling }: { number: number; ruling: Disqualifying }) {
  const { t } = usePage();
  return (
    <form
      className="mt-10 grid items-end gap-4 rounded-card border border-dashed border-line-2 p-4 md:grid-cols-[13.75rem_1fr_auto]"
      action={`/competitions/${number}`}
      aria-label={t('seasons:disqualifyTitle')}
    >
      <NameField
        name="username"
        label={t('seasons:name')}
        defaultValue={ruling.username}
        issue={ruling.issue ?? undefined}
        maxLength={100}
      />
      <ReasonField label={t('seasons:reason')} defaultValue={ruling.reason} />
      <Submit look="secondary">{t('seasons:disqualifyNext')}</Submit>
    </form>
  );
}

type DialogProps = { number: number; trader: AffectedTrader; reason: string };

function DisqualifyDialog({ number, trader, reason }: DialogProps) {
  const { t } = usePage();
  return (
    <ConfirmDialog
      title={t('seasons:disqualifyAsk', { number })}
      back={`/competitions/${number}`}
      action="/api/disqualify"
      fields={{ season: number, username: trader.username, reason }}
      submit={t('seasons:disqualify')}
      isDanger
    >
      <Affected {...trader} />
      <ul className="grid gap-2 text-paper-2">
        <li>{t('seasons:disqualifyPublic')}</li>
        <GivenReason as="li">{reason}</GivenReason>
        <li>{t('seasons:disqualifyMoves')}</li>
      </ul>
    </ConfirmDialog>
  );
}

/** A change of a running season; formatted texts. `reason` is null without one. */
export type ChangeView = {
  id: string;
  at: string;
  name: string;
  before: string;
  after: string;
  reason: string | null;
};

function SeasonChanges({ changes }: { changes: readonly ChangeView[] }) {
  const t = useT();
  if (changes.length === 0) return null;
  return (
    <TitledSection id="changes" title={t('terms:changes')} className="mt-10">
      <ul className="card mt-3 px-4 [&>li+li]:border-t">
        {changes.map(({ id, at, name, before, after, reason }) => (
          <li key={id} className="py-3 text-body">
            <span className="block text-caption text-paper-3">
              <bdi>{at}</bdi>
            </span>
            {t('terms:changed', { name, before, after })}
            {reason !== null && (
              <span className="block text-size-small text-paper-2">
                {t('terms:because')} <bdi>{reason}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
