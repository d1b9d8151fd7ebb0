import { useT } from '#framework/page.tsx';
import { RulesList, type RulesView } from '../season/SeasonRules.tsx';
import { type RulesFacts, SeasonFacts } from '../site/LegalPage.tsx';
import { authHref, DiscordLink } from './AuthPage.tsx';

type Props = {
  /** Of the join link. */
  code: string;
  /** True when sign-in by Discord is configured. */
  discord: boolean;
  /** Null before the first season. */
  season: RulesFacts | null;
  rules: RulesView;
  /** What a new trader has to know while entry is closed; null while it is open. */
  closed: string | null;
};

/** /join/CODE: shows the season and its rules, and leads to the ways to register with the link. */
export function JoinPage({ code, discord, season, rules, closed }: Props) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-160 gap-6">
      <div>
        <h1 className="text-h1">{t('join:title')}</h1>
        <p className="mt-2 text-paper-2">{t('join:lead')}</p>
        {closed && <p className="card mt-4 border-tkf p-4">{closed}</p>}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <a className="btn btn-primary min-h-11" href={authHref('register', null, code)}>
          {t('auth:register')}
        </a>
        {discord && <DiscordLink next={null} join={code} />}
      </div>
      <div>
        {season && <SeasonFacts {...season} />}
        <RulesList {...rules} />
      </div>
    </div>
  );
}
