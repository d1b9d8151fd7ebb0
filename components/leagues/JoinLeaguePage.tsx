import type { ReactNode } from 'react';
import { addressOf, pageField } from '#core/contract/address.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { authHref, DiscordLink } from '../account/AuthPage.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { BackLink, PageLinks } from '../ui/Links.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { LeagueRules } from './LeagueRules.tsx';
import type { LeagueFacts, ListedView } from './view.ts';

type FrameProps = LeagueFacts & {
  lead: ReactNode;
  facts: readonly string[];
  /** Why the reader cannot join; null for a reader who can. */
  refusal: string | null;
  /** The form to join, or for visitors the links to register and to sign in. Rendered when `refusal` is null. */
  action: ReactNode;
  children?: ReactNode;
};

/** Shows a league to a non-member: its facts, its rules, and the form to join or the reason against joining. */
function JoinFrame(props: FrameProps) {
  const { name, owner, lead, facts, refusal, action, children } = props;
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-160 gap-6">
      <div>
        <p className="text-paper-2">{lead}</p>
        <h1 className="mt-2 text-h1 [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h1>
        <p className="facts mt-2 text-paper-2">
          <span>{t('leagues:owner', { owner: nameInSentence(owner) })}</span>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      {refusal ? (
        <div className="card grid gap-3 p-4">
          <p>{refusal}</p>
          <a className="w-fit underline underline-offset-4" href="/leagues">
            {t('leagues:join.back')}
          </a>
        </div>
      ) : (
        action
      )}
      <LeagueRules {...props} />
      {children}
    </div>
  );
}

/** The button that joins. @param code of the invitation; a listed league needs none */
function JoinForm({ action, code, asks }: { action: string; code?: string; asks: boolean }) {
  const t = useT();
  return (
    <form method="post" action={action}>
      {code && <input type="hidden" name="code" value={code} />}
      <Submit className="min-h-11 w-full sm:w-auto">
        {t(asks ? 'leagues:join.ask' : 'leagues:join.join')}
      </Submit>
    </form>
  );
}

type Props = Omit<FrameProps, 'lead' | 'action' | 'children'> & {
  code: string;
  path: string;
  isSignedIn: boolean;
  /** True when the owner must approve. */
  asks: boolean;
  /** True when sign-in by Discord is configured. */
  discord: boolean;
};

/** /leagues/join/CODE: the league, and the button that joins; for visitors links to register and to sign in. */
export function JoinLeaguePage(props: Props) {
  const { code, path, isSignedIn, asks, discord } = props;
  const t = useT();
  const action = isSignedIn ? (
    <JoinForm action="/api/leagues/join" code={code} asks={asks} />
  ) : (
    <div className="grid gap-3 sm:grid-cols-2">
      <LinkButton look="primary" className="min-h-11" href={authHref('register', path)}>
        {t('leagues:join.register')}
      </LinkButton>
      <LinkButton className="min-h-11" href={authHref('login', path)}>
        {t('leagues:join.login')}
      </LinkButton>
      {discord && <DiscordLink next={path} join={null} />}
    </div>
  );
  return <JoinFrame {...props} lead={t('leagues:join.lead')} action={action} />;
}

/** The page on which a reader can join a listed league. */
export function ListedLeaguePage(props: ListedView) {
  const { id, asks, people, page, pages } = props;
  const t = useT();
  const hrefOf = useLocalHref();
  return (
    <JoinFrame
      {...props}
      lead={<BackLink href="/leagues/directory">{t('leagues:directory.title')}</BackLink>}
      action={<JoinForm action={`/api/leagues/${id}/join`} asks={asks} />}
    >
      <TitledSection title={t('leagues:people')}>
        <ul className="card mt-3 flex flex-wrap gap-x-5 gap-y-2 p-4">
          {people.map(({ userId, username }) => (
            <li key={userId}>
              <a
                className="hover:underline [overflow-wrap:anywhere]"
                href={hrefOf(traderPageHref(username))}
                dir="auto"
              >
                {username}
              </a>
            </li>
          ))}
        </ul>
        <PageLinks page={page} pages={pages} hrefOf={(to) => addressOf(`/leagues/${id}`, pageField(to))} />
      </TitledSection>
    </JoinFrame>
  );
}
