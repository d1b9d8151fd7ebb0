import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { authHref } from './AuthPage.tsx';
import { Sheet } from './Sheet.tsx';

type Props = {
  /** Same-site path to go to afterwards. */
  next: string;
  /** The name the person has at Discord. */
  discord: string;
  /** The name the trader would get. */
  username: string;
};

/** /auth/newcomer: the question before a second trader is made in a browser. */
export function NewcomerPage({ next, discord, username }: Props) {
  const t = useT();
  const back = authHref('login', next === '/' ? null : next);
  return (
    <Sheet
      title={t('safety:newcomerTitle')}
      lead={t('safety:newcomerLead', { discord: nameInSentence(discord) })}
      back={{ href: back, label: t('safety:newcomerBack') }}
    >
      <form method="post" action="/api/discord/newcomer">
        <button type="submit" className="btn btn-primary min-h-11 h-auto max-w-full whitespace-normal">
          <span className="break-words">
            {t('safety:newcomerMake', { username: nameInSentence(username) })}
          </span>
        </button>
      </form>
    </Sheet>
  );
}
