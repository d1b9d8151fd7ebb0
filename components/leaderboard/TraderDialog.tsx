import type { SeasonChoice } from '#core/contract/fields.ts';
import type { RankData } from '#core/leaderboard/rank.ts';
import { NOTHING } from '#core/locale/format.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { SeasonLinks, type ShownSeasons } from '../profile/SeasonLinks.tsx';
import { Disqualified } from '../season/SeasonTables.tsx';
import { type Outfit, RankMark, SimMark, Who } from '../trader/Who.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Bdi, FactCard } from '../ui/figures.tsx';
import { TabLinks } from '../ui/Links.tsx';
import { PageDialog } from '../ui/PageDialog.tsx';
import { type Tab, traderPageHref } from './hrefs.ts';
import { useBand, useRankName } from './rank-parts.tsx';
import { type Stats, TraderStats } from './TraderStats.tsx';
import { type TraderTrade, TraderTrades } from './TraderTrades.tsx';

export type TraderView = {
  username: string;
  place: number | null;
  rank: RankData;
  disqualified: string | null;
  /** Null for a reader who may see only the trader's row. */
  level: number | null;
  outfit: Outfit;
  /** Formatted dollars. Null where the season's rules hide the cash: the dialog then shows the total. */
  cash: string | null;
  total: string | null;
  stats: Stats | null;
  trades: readonly TraderTrade[] | null;
  seasons: ShownSeasons | null;
  /** True when the reader may see more than the trader's row. */
  isReadable: boolean;
  /** True when the reader may open the trader's page. */
  hasPage: boolean;
  isSimulated: boolean;
  /** True when the season's rules hide the open positions. */
  hidden: boolean;
};

type Props = {
  trader: TraderView;
  tab: Tab;
  back: string;
  hrefOf(tab: Tab, season?: SeasonChoice): string;
  /** Address of the report form; null in the reader's own dialog. */
  reportHref: string | null;
};

const TABS = ['stats', 'history', 'profile'] as const;

export function TraderDialog({ trader, tab, back, hrefOf, reportHref }: Props) {
  const t = useT();
  const { username, place, rank, level, outfit } = trader;
  const facts = [<RankMark key="rank" rank={rank} />];
  if (level !== null) facts.push(<span key="level">{t('trader:level', { level })}</span>);
  if (trader.isSimulated) facts.push(<SimMark key="sim" />);
  return (
    <PageDialog
      title={username}
      back={back}
      header={(close) => (
        <Who
          heading="h2"
          headingId="dialog-title"
          size={76}
          username={username}
          {...outfit}
          action={<span className="who-close">{close}</span>}
          facts={place === null ? facts : [t('trader:place', { place }), ...facts]}
        />
      )}
    >
      {trader.hasPage && (
        <p className="mt-3">
          <LinkButton className="whitespace-normal [overflow-wrap:anywhere]" href={traderPageHref(username)}>
            {t('page:open', { name: nameInSentence(username) })}
          </LinkButton>
        </p>
      )}
      {trader.disqualified !== null && (
        <p className="mt-3">
          <Disqualified reason={trader.disqualified} />
        </p>
      )}
      {trader.isReadable ? (
        <div className="mb-5 mt-5">
          <TabLinks
            label={t('trader:tabs')}
            tabs={TABS.map((name) => ({
              href: hrefOf(name),
              label: t(`trader:${name}`),
              current: name === tab,
            }))}
          />
        </div>
      ) : (
        <Line total={trader.total} />
      )}
      {tab === 'stats' && trader.stats && <TraderStats stats={trader.stats} />}
      {tab === 'history' && trader.trades && trader.seasons && (
        <>
          <SeasonLinks {...trader.seasons} hrefOf={(season) => hrefOf('history', season)} className="mb-4" />
          <TraderTrades trades={trader.trades} hidden={trader.hidden} />
        </>
      )}
      {trader.isReadable && tab === 'profile' && <Profile trader={trader} />}
      {reportHref && (
        <p className="mt-5 text-caption text-paper-3">
          <a className="underline" href={reportHref}>
            {t('reports:report')}
          </a>
        </p>
      )}
    </PageDialog>
  );
}

/** The total, instead of the tabs, for a reader who may see only the trader's row. */
function Line({ total }: { total: string | null }) {
  const t = useT();
  return (
    <>
      <dl className="mt-5">
        <FactCard label={t('trader:equity')}>
          <Bdi>{total ?? NOTHING}</Bdi>
        </FactCard>
      </dl>
      <p className="mt-4 text-size-small text-paper-3">{t('trader:onlyLine')}</p>
    </>
  );
}

function Profile({ trader: { rank, level, cash, total } }: { trader: TraderView }) {
  const t = useT();
  const bandOf = useBand();
  const nameOf = useRankName();
  const facts = [
    [t('trader:rank'), nameOf(rank.rank, rank.miniRank)],
    [t('trader:xp'), bandOf(rank)],
    [t('trader:level', { level: '' }).trim(), String(level ?? NOTHING)],
    cash === null ? [t('trader:equity'), total ?? NOTHING] : [t('trader:cash'), cash],
  ] as const;
  return (
    <dl className="figures lg:grid-cols-2">
      {facts.map(([label, value]) => (
        <FactCard key={label} label={label}>
          <Bdi>{value}</Bdi>
        </FactCard>
      ))}
    </dl>
  );
}
