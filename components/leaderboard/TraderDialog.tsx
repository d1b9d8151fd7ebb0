import { formatNumber } from '#core/format.ts';
import type { RankData } from '#core/ranks.ts';
import { RankLetter } from '../art/RankLetter.tsx';
import { useT } from '../page.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';
import { PageDialog } from '../ui/PageDialog.tsx';
import { RANK_TEXT } from '../ui/rankColor.ts';
import { TabLinks } from '../ui/TabLinks.tsx';
import { type Stats, TraderStats } from './TraderStats.tsx';
import { type Trade, TraderTrades } from './TraderTrades.tsx';

export type TraderView = {
  username: string;
  place: number | null;
  rank: RankData;
  level: number;
  logoUrl: string | null;
  /** Dollars as text. */
  cash: string;
  stats: Stats | null;
  trades: readonly Trade[] | null;
  /** The season's rules keep the open positions from the reader. */
  hidden: boolean;
};
export type Tab = 'stats' | 'history' | 'profile';

type Props = {
  trader: TraderView;
  tab: Tab;
  /** Where closing leads, and where each tab is. */
  back: string;
  hrefOf(tab: Tab): string;
};

const TABS = ['stats', 'history', 'profile'] as const;
const MARKS = ['I', 'II', 'III', 'IV', 'V'] as const;

/** One trader, as a state of the leaderboard's address. */
export function TraderDialog({ trader, tab, back, hrefOf }: Props) {
  const t = useT();
  const { username, place, rank, level, logoUrl } = trader;
  return (
    <PageDialog title={username} back={back}>
      <div className="-mt-2 flex items-center gap-4">
        <Avatar username={username} logoUrl={logoUrl} size={64} />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-paper-2">
          {place !== null && <span>{t('trader:place', { place })}</span>}
          <span className={`inline-flex items-center gap-1 ${RANK_TEXT[rank.rank]}`}>
            <RankLetter rank={rank.rank} className="h-3.5 w-3.5" />
            <bdi dir="ltr">
              {rank.rank} {MARKS[rank.miniRank - 1]}
            </bdi>
          </span>
          <span>{t('trader:level', { level })}</span>
        </p>
      </div>
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
      {tab === 'stats' && trader.stats && <TraderStats stats={trader.stats} />}
      {tab === 'history' && trader.trades && <TraderTrades trades={trader.trades} hidden={trader.hidden} />}
      {tab === 'profile' && <Profile trader={trader} />}
    </PageDialog>
  );
}

function Profile({ trader: { rank, level, cash } }: { trader: TraderView }) {
  const t = useT();
  const facts = [
    [t('trader:rank'), `${rank.rank} ${MARKS[rank.miniRank - 1]}`],
    [t('trader:xp'), t('trader:xpOf', { xp: formatNumber(rank.xp, 2), next: rank.nextMilestone })],
    [t('trader:level', { level: '' }).trim(), String(level)],
    [t('trader:cash'), cash],
  ];
  return (
    <dl className="grid grid-cols-2 gap-4">
      {facts.map(([label, value]) => (
        <div key={label} className="card p-4">
          <dt className="text-caption text-paper-3">{label}</dt>
          <dd className="mt-1 text-h3">
            <Bdi>{value}</Bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A P&L figure, or a dash where there is none. */
export function Pnl({ value, text }: { value: string | null; text: string }) {
  return value === null ? <Bdi>{text}</Bdi> : <Change value={value} text={text} />;
}
