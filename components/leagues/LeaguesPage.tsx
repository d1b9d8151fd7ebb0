import { useT } from '#framework/page.tsx';
import { LinkButton, PostButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Change } from '../ui/figures.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import type { LeagueCard, PendingCard } from './view.ts';

type Props = {
  leagues: readonly LeagueCard[];
  past: readonly LeagueCard[];
  pending: readonly PendingCard[];
  /** Private games that the reader has traded in and left. */
  left: readonly { id: string; name: string }[];
};

/** /leagues: the reader's leagues and requests, and the ways into another league. */
export function LeaguesPage({ leagues, past, pending, left }: Props) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-215 gap-7">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="md:flex-1">
          <h1 className="text-h1">{t('leagues:title')}</h1>
          <p className="mt-2 max-w-[64ch] text-paper-2">{t('leagues:lead')}</p>
        </div>
        <p className="m-0 flex gap-2 lt-md:w-full">
          <LinkButton className="lt-md:flex-1" href="/leagues/directory">
            {t('leagues:directory.title')}
          </LinkButton>
          <LinkButton look="primary" className="lt-md:flex-1" href="/leagues/new">
            {t('leagues:new')}
          </LinkButton>
        </p>
      </header>
      <CodeForm />
      {leagues.length === 0 && past.length === 0 ? (
        <EmptyState shape="square">{t('leagues:none')}</EmptyState>
      ) : (
        <LeagueList title={t('leagues:mine')} leagues={leagues} />
      )}
      {pending.length > 0 && <Pending pending={pending} />}
      <LeagueList title={t('leagues:past')} leagues={past} />
      {left.length > 0 && <GamesLeft left={left} />}
    </div>
  );
}

/** A form that leads to the page of an invitation, where a button joins. */
function CodeForm() {
  const t = useT();
  return (
    <form className="flex flex-wrap items-end gap-2" action="/leagues/join">
      <div className="min-w-45 flex-1 sm:max-w-90">
        <label className="label" htmlFor="code">
          {t('leagues:code')}
        </label>
        <input
          id="code"
          className="input w-full rtl:text-end"
          name="code"
          dir="ltr"
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      </div>
      <Submit look="secondary">{t('leagues:enter')}</Submit>
    </form>
  );
}

function LeagueList({ title, leagues }: { title: string; leagues: readonly LeagueCard[] }) {
  if (leagues.length === 0) return null;
  return (
    <TitledSection title={title} head="text-h2">
      <ul className="mt-3 grid gap-3">
        {leagues.map((league) => (
          <Card key={league.id} league={league} />
        ))}
      </ul>
    </TitledSection>
  );
}

function Card({ league }: { league: LeagueCard }) {
  const { id, name, kind, trade, place, change, today, members, when, requests } = league;
  const t = useT();
  return (
    <li className="card relative grid gap-x-4 gap-y-1 p-4 sm:grid-cols-[1fr_auto]">
      <h3 className="min-w-0 text-h3 [overflow-wrap:anywhere]">
        <a className="after:absolute after:inset-0 hover:underline" href={`/leagues/${id}`} dir="auto">
          {name}
        </a>
      </h3>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 sm:justify-end">
        <Change {...change} />
        <span className="font-500">{place}</span>
        {today && (
          <span className="text-size-small text-paper-2">
            {today.since} <Change {...today.change} />
          </span>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-size-small text-paper-2">
        <span>{kind}</span>
        <span>{members}</span>
        <span>{when}</span>
        {requests && <span className="tag">{requests}</span>}
      </p>
      {trade && (
        // `relative` puts the button above the link, which covers the card
        <LinkButton
          className="relative mt-2 justify-self-start sm:mt-0 sm:justify-self-end"
          href={trade}
          aria-label={t('leagues:of', { action: t('leagues:trade'), name })}
        >
          {t('leagues:trade')}
        </LinkButton>
      )}
    </li>
  );
}

function Pending({ pending }: Pick<Props, 'pending'>) {
  const t = useT();
  return (
    <TitledSection title={t('leagues:pending')} head="text-h2">
      <ul className="mt-3 grid gap-3">
        {pending.map(({ id, name, owner }) => (
          <li key={id} className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <div className="min-w-0 flex-1">
              <h3 className="text-h3 [overflow-wrap:anywhere]">
                <bdi>{name}</bdi>
              </h3>
              <p className="text-size-small text-paper-2">{owner}</p>
            </div>
            <PostButton
              action={`/api/leagues/${id}/leave`}
              look="secondary"
              aria-label={t('leagues:of', { action: t('leagues:cancel'), name })}
            >
              {t('leagues:cancel')}
            </PostButton>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function GamesLeft({ left }: Pick<Props, 'left'>) {
  const t = useT();
  return (
    <TitledSection title={t('leagues:gamesLeft')} head="text-h2">
      <p className="mt-2 max-w-[64ch] text-size-small text-paper-2">{t('leagues:gamesLeftHint')}</p>
      <ul className="mt-3 grid gap-3">
        {left.map(({ id, name }) => (
          <li key={id} className="card flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
            <h3 className="min-w-0 flex-1 text-h3 [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>
            </h3>
            <LinkButton
              href={`/leagues/${id}/check`}
              aria-label={t('leagues:of', { action: t('leagues:proof.check'), name })}
            >
              {t('leagues:proof.check')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
