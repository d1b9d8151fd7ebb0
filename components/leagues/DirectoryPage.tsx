import { addressOf, pageField } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { BackLink, PageLinks } from '../ui/Links.tsx';
import type { DirectoryCard, DirectoryView } from './view.ts';

/** /leagues/directory: the leagues that anybody may find. */
export function DirectoryPage({ leagues, page, pages }: DirectoryView) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-215 gap-6">
      <header>
        <BackLink href="/leagues">{t('leagues:title')}</BackLink>
        <h1 className="text-h1">{t('leagues:directory.title')}</h1>
        <p className="mt-2 max-w-[64ch] text-paper-2">{t('leagues:directory.lead')}</p>
      </header>
      {leagues.length === 0 ? (
        <EmptyState
          shape="square"
          action={<LinkButton href="/leagues/new">{t('leagues:directory.start')}</LinkButton>}
        >
          {t('leagues:directory.none')}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {leagues.map((league) => (
            <Card key={league.id} league={league} />
          ))}
        </ul>
      )}
      <PageLinks page={page} pages={pages} hrefOf={(to) => addressOf('/leagues/directory', pageField(to))} />
    </div>
  );
}

function Card({ league: { id, name, facts } }: { league: DirectoryCard }) {
  return (
    <li className="card relative p-4">
      <h2 className="text-h3 [overflow-wrap:anywhere]">
        <a className="after:absolute after:inset-0 hover:underline" href={`/leagues/${id}`} dir="auto">
          {name}
        </a>
      </h2>
      <p className="facts text-size-small">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </li>
  );
}
