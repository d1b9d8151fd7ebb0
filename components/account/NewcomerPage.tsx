import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { authHref } from './AuthPage.tsx';
import { Sheet } from './Sheet.tsx';

type Props = {
  /** Same-site path to go to afterwards. */
  next: string;
  /** Somebody has logged in from this browser before. */
  isSecond: boolean;
  /** The name the person has at Discord. */
  discord: string;
  /** The name the trader would get. */
  username: string;
};

/** /auth/newcomer: the question before somebody from Discord gets a trader. */
export function NewcomerPage({ next, isSecond, discord, username }: Props) {
  const t = useT();
  const back = authHref('login', next === '/' ? null : next);
  return (
    <Sheet
      title={t(isSecond ? 'safety:newcomerSecondTitle' : 'safety:newcomerTitle')}
      lead={t(isSecond ? 'safety:newcomerSecondLead' : 'safety:newcomerLead')}
      back={{ href: back, label: t('safety:newcomerBack') }}
    >
      <form className="card grid gap-4 p-4" method="post" action="/api/discord/newcomer">
        <div className="flex items-center gap-3">
          <Avatar username={username} logoUrl={null} size={40} />
          <p className="min-w-0 break-words">
            <span className="block font-600">
              <bdi>{username}</bdi>
            </span>
            <span className="text-size-small text-paper-2">
              {t('safety:newcomerName', { discord: nameInSentence(discord) })}
            </span>
          </p>
        </div>
        <button type="submit" className="btn btn-primary min-h-11 h-auto whitespace-normal py-2">
          <span className="break-words">
            {t('safety:newcomerMake', { username: nameInSentence(username) })}
          </span>
        </button>
      </form>
    </Sheet>
  );
}
