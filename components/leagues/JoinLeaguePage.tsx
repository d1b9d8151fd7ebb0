import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { authHref, DiscordLink } from '../account/AuthPage.tsx';
import { LeagueRules } from './LeagueRules.tsx';
import type { LeagueFacts } from './view.ts';

type Props = LeagueFacts & {
  code: string;
  /** The same page. */
  path: string;
  facts: readonly string[];
  isSignedIn: boolean;
  /** Whether the owner approves. */
  asks: boolean;
  /** Why the reader cannot join; null when nothing is in the way. */
  refusal: string | null;
  /** Whether sign-in by Discord is configured. */
  discord: boolean;
};

/** /leagues/join/CODE: what the league is, and the press that joins. */
export function JoinLeaguePage(props: Props) {
  const { name, owner, facts, refusal, code, path, isSignedIn, asks, discord } = props;
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-160 gap-6">
      <div>
        <p className="text-paper-2">{t('leagues:join.lead')}</p>
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
      ) : isSignedIn ? (
        <form method="post" action="/api/leagues/join">
          <input type="hidden" name="code" value={code} />
          <button type="submit" className="btn btn-primary min-h-11 w-full sm:w-auto">
            {t(asks ? 'leagues:join.ask' : 'leagues:join.join')}
          </button>
        </form>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <a className="btn btn-primary min-h-11" href={authHref('register', path)}>
            {t('leagues:join.register')}
          </a>
          <a className="btn btn-secondary min-h-11" href={authHref('login', path)}>
            {t('leagues:join.login')}
          </a>
          {discord && <DiscordLink next={path} join={null} />}
        </div>
      )}
      <LeagueRules {...props} />
    </div>
  );
}
