import type { ReactNode } from 'react';
import { asset } from '#framework/asset.ts';
import { usePage } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { Emblem, RANK_TEXT, useBand, useRankName } from '../leaderboard/rank-parts.tsx';
import { Bdi, Change } from '../ui/figures.tsx';
import type { TraderPageView } from './view.ts';

type Props = { trader: TraderPageView };

export function Side({ trader }: Props) {
  return (
    <div>
      <Past trader={trader} />
      <Badges trader={trader} />
      <Rank trader={trader} />
    </div>
  );
}

type CardProps = { id: string; title: string; aside?: ReactNode; children: ReactNode };

export function PortraitCard({ id, title, aside, children }: CardProps) {
  return (
    <section className="card portrait-card" aria-labelledby={id}>
      <header>
        <h2 id={id} className="text-h3">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

function Past({ trader: { past } }: Props) {
  const { t } = usePage();
  const hrefOf = useLocalHref();
  return (
    <PortraitCard id="past" title={t('page:past')}>
      {past.length === 0 && <p className="p-4 text-paper-2">{t('page:noPast')}</p>}
      <ul>
        {past.map(({ number, place, placeText, total, change, prize, isProvisional }) => (
          <li key={number} className="portrait-past">
            <span
              className={`octagon ${place !== null && place <= 3 ? 'bg-tkf-deep text-tkf' : 'bg-ink-4 text-paper-2'}`}
            >
              <Bdi>{place ?? '–'}</Bdi>
            </span>
            <span className="grid min-w-0">
              <a
                className="font-600 underline-offset-4 hover:underline"
                href={hrefOf(`/competitions/${number}`)}
              >
                {t('seasons:title', { number })}
              </a>
              <span className="text-caption text-paper-3">
                {placeText === null ? t('page:unranked') : t('page:placeOf', { place: placeText, total })}
              </span>
            </span>
            <span className="grid justify-items-end">
              <Change {...change} />
              {prize && <Bdi className="text-caption text-tkf">{prize}</Bdi>}
              {prize && isProvisional && (
                <span className="text-caption text-paper-3">{t('seasons:provisionalMark')}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </PortraitCard>
  );
}

function Badges({ trader: { badges } }: Props) {
  const { t } = usePage();
  const { owned, all } = badges;
  return (
    <PortraitCard
      id="badges"
      title={t('page:badges')}
      aside={
        <span className="text-small text-paper-3">{t('page:badgesOf', { owned: owned.length, all })}</span>
      }
    >
      {owned.length > 0 && (
        <ul className="portrait-badges">
          {owned.map(({ id, name, picture }) => (
            <li key={id}>
              <img src={asset(picture)} width={48} height={48} alt={name} title={name} loading="lazy" />
            </li>
          ))}
        </ul>
      )}
    </PortraitCard>
  );
}

function Rank({ trader: { rank, level, season, topPercent: percent } }: Props) {
  const { t } = usePage();
  const bandOf = useBand();
  const nameOf = useRankName();
  return (
    <section className="card portrait-emblem" aria-label={t('trader:rank')}>
      <Emblem rank={rank.rank} size={88} />
      <div>
        <p className={`font-600 ${RANK_TEXT[rank.rank]}`}>
          <bdi>{nameOf(rank.rank, rank.miniRank)}</bdi>
        </p>
        <p className="text-paper-2">
          {percent === null
            ? t('page:below')
            : t(season?.place?.n === 1 ? 'page:first' : 'page:topOf', { percent })}
        </p>
        <p className="text-small text-paper-3">
          {t('trader:level', { level })} · <bdi>{bandOf(rank)}</bdi>
        </p>
      </div>
    </section>
  );
}
