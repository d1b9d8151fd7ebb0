import type { PracticeReason } from '#core/season/terms.ts';
import { useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { SimMark } from '../trader/Who.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi } from '../ui/figures.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { PracticeMark } from './Schedule.tsx';
import { ReviewMark } from './SeasonTables.tsx';

/** A past season: names and formatted texts. */
export type PastSeason = {
  number: number;
  ended: string;
  prize: string;
  practice: readonly PracticeReason[];
  /** A sentence when the winners are provisional or were corrected; null otherwise. */
  review: string | null;
  top: readonly {
    place: number;
    username: string;
    equity: string;
    logoUrl: string | null;
    isSimulated: boolean;
  }[];
};

/** Past seasons, newest first, each with its first three traders. */
export function HallOfFame({ seasons }: { seasons: readonly PastSeason[] }) {
  const t = useT();
  const hrefOf = useLocalHref();
  return (
    <TitledSection id="hall" title={t('seasons:hall')} head="mb-3 text-h3" className="mt-10">
      {seasons.length === 0 && <EmptyState shape="circle">{t('seasons:none')}</EmptyState>}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {seasons.map(({ number, ended, prize, practice, review, top }) => (
          <li key={number} className="card p-4">
            <p className="flex items-baseline justify-between gap-3">
              <a
                className="text-h3 underline-offset-4 hover:underline"
                href={hrefOf(`/competitions/${number}`)}
              >
                {t('seasons:title', { number })}
              </a>
              <span className="text-caption text-paper-3">
                <bdi>{ended}</bdi> · <Bdi>{prize}</Bdi>
                <PracticeMark reasons={practice} />
              </span>
            </p>
            <ReviewMark review={review} />
            <ol className="mt-3 grid grid-cols-1 gap-1.5 text-size-body">
              {top.length === 0 && <li className="text-paper-3">{t('seasons:nobody')}</li>}
              {top.map(({ place, username, equity, logoUrl, isSimulated }) => (
                <li key={username} className="flex items-center justify-between gap-3">
                  <span className="flex min-w-0 items-center gap-2">
                    <Bdi className="font-600 text-tkf">{place}</Bdi>
                    <Avatar username={username} logoUrl={logoUrl} size={24} />
                    <bdi className="truncate">{username}</bdi>
                    {isSimulated && <SimMark />}
                  </span>
                  <Bdi>{equity}</Bdi>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
