import type { ReactNode } from 'react';
import { addressOf, pageField } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { CopyField } from '../layout/Share.tsx';
import { TradersTable } from '../leaderboard/TradersTable.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { PageLinks, TabLinks } from '../ui/Links.tsx';
import { DeskTab } from './DeskTab.tsx';
import { MembersTab } from './MembersTab.tsx';
import { RulesTab } from './RulesTab.tsx';
import type {
  LeagueDeskView,
  LeagueHead,
  LeagueRulesView,
  LeagueTab,
  MembersView,
  StandingsView,
} from './view.ts';

export type LeagueContent =
  | { tab: 'standings'; standings: StandingsView }
  | { tab: 'rules'; rules: LeagueRulesView }
  | { tab: 'members'; people: MembersView }
  | { tab: 'desk'; desk: LeagueDeskView };

type Props = {
  head: LeagueHead;
  content: LeagueContent;
  /** Wraps the field and its button in the behaviour that copies. */
  withCopy: (parts: ReactNode) => ReactNode;
  /** Wraps a part of the page in the behaviour that keeps it up to date. */
  withLive?: (region: 'league' | 'standings', part: ReactNode) => ReactNode;
};

const tabHref = (id: string, tab: LeagueTab) =>
  tab === 'desk' ? `/leagues/${id}/desk` : addressOf(`/leagues/${id}`, { tab: tab !== 'standings' && tab });

export function LeaguePage({ head, content, withCopy, withLive = (_, part) => part }: Props) {
  const { id, desk } = head;
  const t = useT();
  const tabs: [LeagueTab, string][] = [
    ['standings', t('leagues:standings')],
    ['rules', t('leagues:rules')],
    ['members', t('leagues:people')],
  ];
  if (desk) tabs.push(['desk', desk]);
  return (
    <div
      className={`mx-auto grid w-full grid-cols-1 gap-5 ${content.tab === 'desk' ? 'max-w-254' : 'max-w-215'}`}
    >
      {withLive('league', <Head {...head} />)}
      <Invitation head={head} withCopy={withCopy} />
      <TabLinks
        label={t('leagues:tabs')}
        tabs={tabs.map(([tab, label]) => ({ href: tabHref(id, tab), label, current: tab === content.tab }))}
      />
      {content.tab === 'standings' && withLive('standings', <Standings id={id} {...content.standings} />)}
      {content.tab === 'rules' && <RulesTab id={id} {...content.rules} />}
      {content.tab === 'members' && <MembersTab id={id} {...content.people} />}
      {content.tab === 'desk' && <DeskTab id={id} {...content.desk} />}
    </div>
  );
}

function Head({ name, facts, note, check, trade, portfolio }: LeagueHead) {
  const t = useT();
  return (
    <header className="flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-h1 [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h1>
        <p className="facts mt-2 text-paper-2">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {note && (
          <p className="mt-1 flex flex-wrap gap-x-3 text-size-small text-paper-3">
            {note}
            {check && (
              <a className="underline underline-offset-4" href={check}>
                {t('leagues:proof.check')}
              </a>
            )}
          </p>
        )}
      </div>
      {(trade || portfolio) && (
        <p className="m-0 flex gap-2 lt-md:w-full">
          {portfolio && (
            <LinkButton className="lt-md:flex-1" href={portfolio}>
              {t('leagues:portfolio')}
            </LinkButton>
          )}
          {trade && (
            <LinkButton look="primary" className="lt-md:flex-1" href={trade}>
              {t('leagues:trade')}
            </LinkButton>
          )}
        </p>
      )}
    </header>
  );
}

function Invitation({ head: { invitation, isAlone }, withCopy }: Pick<Props, 'head' | 'withCopy'>) {
  const t = useT();
  if (!invitation) return null;
  return (
    <div>
      {withCopy(
        <>
          <label className="label" htmlFor="invitation">
            {t(isAlone ? 'leagues:onlyYou' : 'leagues:invite')}
          </label>
          <div className="flex gap-2">
            <CopyField id="invitation" address={invitation.address} />
          </div>
        </>,
      )}
      <p className="mt-1 text-size-small text-paper-3">{invitation.code}</p>
    </div>
  );
}

function Standings({ id, rows, note, page, pages }: StandingsView & { id: string }) {
  return (
    <div>
      {note && <p className="mb-3 text-size-small text-paper-3">{note}</p>}
      <TradersTable
        rows={rows.map((row) => ({
          ...row,
          tag: row.left && <span className="left-on">{row.left}</span>,
        }))}
        opens="page"
        gap={null}
      />
      <PageLinks page={page} pages={pages} hrefOf={(to) => addressOf(`/leagues/${id}`, pageField(to))} />
    </div>
  );
}
