import type { ReactNode } from 'react';
import type { Rank } from '#core/leaderboard/rank.ts';
import { formatPnl } from '#core/locale/format.ts';
import type { PracticeReason } from '#core/season/terms.ts';
import { usePage } from '#framework/page.tsx';
import { RankLetter } from '../art/RankLetter.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { SimMark } from '../simulated/SimMark.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';
import { Field } from '../ui/Field.tsx';
import { PageLinks } from '../ui/PageLinks.tsx';
import { RANK_TEXT } from '../ui/rank-color.ts';
import { Disqualified } from './Disqualified.tsx';
import { Fairness, type FairnessView } from './Fairness.tsx';
import { PracticeMark, PracticeNote } from './Practice.tsx';
import { RulesList, type RulesView } from './RulesList.tsx';
import { SeasonOver, type SeasonOverView } from './SeasonOver.tsx';

export type FinalRow = {
  userId: number;
  username: string;
  /** null: not ranked. */
  place: number | null;
  /** Finished text. */
  equity: string;
  /** Dollars, decimal string. */
  realised: string;
  trades: number;
  rank: Rank;
  disqualified: string | null;
  logoUrl: string | null;
  isSimulated: boolean;
};

export type SeasonView = {
  number: number;
  /** Finished texts; `ended` null while it runs. */
  started: string;
  ended: string | null;
  /** When the oldest of the last prices was made, where that was well before the end. */
  marked: string | null;
  prize: string;
  startCash: string;
  rules: RulesView;
  traders: number;
  ranked: number;
  /** What each of the winners gets, when they share. */
  share: { amount: string; count: number } | null;
  /** How it ended; null while it runs. */
  over: SeasonOverView | null;
  rows: readonly FinalRow[];
  page: number;
  pages: number;
  /** Why it is practice, not for prizes; empty when it is for prizes. */
  practice: readonly PracticeReason[];
  fairness: FairnessView;
  /** What an admin typed before a refusal. */
  values: { username?: string; reason?: string };
};

/** /competitions/N: the final table of a season and its proof. @param link to pass on @param after what comes after it */
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
          {season.marked && (
            <p className="mt-1 text-caption text-paper-3">{t('seasons:lastPrices', { at: season.marked })}</p>
          )}
        </div>
        <span className="flex flex-wrap gap-2">
          {user && <Files number={number} isOver={ended !== null} />}
          {link}
        </span>
      </header>
      <PracticeNote reasons={practice} />
      {season.over && <SeasonOver {...season.over} />}
      {after}
      <dl className="mt-5 grid gap-4 md:grid-cols-3">
        <Fact label={t('seasons:prize')}>
          <Bdi>{prize}</Bdi>
          <PracticeMark reasons={practice} />
          {share && (
            <span className="block text-caption text-paper-3">
              {t('seasons:prizeEach', { amount: share.amount, count: share.count })}
            </span>
          )}
        </Fact>
        <Fact label={t('seasons:startCash')}>
          <Bdi>{startCash}</Bdi>
        </Fact>
        <Fact label={t('seasons:table')}>
          <span className="text-h3">
            {ended ? t('seasons:traders', { ranked, total: traders }) : t('seasons:tableLater')}
          </span>
        </Fact>
      </dl>
      {ended && <Table rows={rows} />}
      <PageLinks page={page} pages={pages} hrefOf={(to) => hrefOf(`/competitions/${number}?page=${to}`)} />
      <RulesList {...season.rules} />
      <Fairness {...season.fairness} />
      {user?.isAdmin && <DisqualifyForm number={number} values={season.values} />}
    </div>
  );
}

/** What members may take away. */
function Files({ number, isOver }: { number: number; isOver: boolean }) {
  const { t } = usePage();
  return (
    <>
      {isOver && (
        <a className="btn btn-secondary" href={`/api/season-results/${number}`} download>
          {t('seasons:csv')}
        </a>
      )}
      <a className="btn btn-secondary" href={`/api/my-trades?season=${number}`} download>
        {t('seasons:myTrades')}
      </a>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="card p-4">
      <dt className="text-caption text-paper-3">{label}</dt>
      <dd className="mt-1 text-stat">{children}</dd>
    </div>
  );
}

/** Columns a phone has no room for. */
const WIDE = 'lt-md:hidden';

function Table({ rows }: { rows: readonly FinalRow[] }) {
  const { t } = usePage();
  return (
    <div className="mt-7 overflow-x-auto">
      <table className="w-full whitespace-nowrap text-size-body">
        <thead className="text-caption text-paper-3">
          <tr>
            {(['place', 'trader', 'rank'] as const).map((key) => (
              <th
                key={key}
                scope="col"
                className={`px-3 py-2 text-start font-500 ${key === 'rank' ? WIDE : ''}`}
              >
                {t(`seasons:${key}`)}
              </th>
            ))}
            {(['trades', 'realised', 'portfolio'] as const).map((key) => (
              <th
                key={key}
                scope="col"
                className={`px-3 py-2 text-end font-500 ${key === 'portfolio' ? '' : WIDE}`}
              >
                {t(`seasons:${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId} className="border-t border-line-1 hover:bg-ink-2">
              <td
                className={`px-3 py-2.5 ${row.place !== null && row.place <= 3 ? 'font-600 text-tkf' : ''}`}
              >
                {row.place ?? '–'}
              </td>
              <td className="px-3 py-2.5">
                <span className="flex items-center gap-2">
                  <Avatar username={row.username} logoUrl={row.logoUrl} />
                  <span className="whitespace-normal [overflow-wrap:anywhere]">
                    <bdi>{row.username}</bdi> {row.isSimulated && <SimMark />}
                    <span className={`block text-caption md:hidden ${RANK_TEXT[row.rank]}`}>
                      <bdi>{t(`ranks:name_${row.rank}`)}</bdi>
                    </span>
                  </span>
                </span>
                {row.disqualified && <Disqualified reason={row.disqualified} />}
              </td>
              <td className={`px-3 py-2.5 ${WIDE} ${RANK_TEXT[row.rank]}`}>
                <span className="flex items-center gap-1.5">
                  <RankLetter rank={row.rank} className="h-3.5 w-3.5" />
                  <bdi>{t(`ranks:name_${row.rank}`)}</bdi>
                </span>
              </td>
              <td className={`px-3 py-2.5 text-end ${WIDE}`}>{row.trades}</td>
              <td className={`px-3 py-2.5 text-end ${WIDE}`}>
                <Change value={row.realised} text={formatPnl(row.realised)} />
              </td>
              <td className="px-3 py-2.5 text-end font-500">
                <Bdi>{row.equity}</Bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DisqualifyForm({ number, values }: { number: number; values: SeasonView['values'] }) {
  const { t } = usePage();
  return (
    <form
      className="mt-10 grid items-end gap-4 rounded-card border border-dashed border-line-2 p-4 md:grid-cols-[13.75rem_1fr_auto]"
      method="post"
      action="/api/disqualify"
      aria-label={t('seasons:disqualifyTitle')}
    >
      <input type="hidden" name="season" value={number} />
      <Field
        name="username"
        label={t('seasons:name')}
        defaultValue={values.username}
        maxLength={100}
        required
      />
      <Field
        name="reason"
        label={t('seasons:reason')}
        defaultValue={values.reason}
        maxLength={500}
        required
      />
      <button type="submit" className="btn btn-danger">
        {t('seasons:disqualify')}
      </button>
    </form>
  );
}
