import { usePage } from '#framework/page.tsx';
import { LinkButton, PostButton } from '../ui/Button.tsx';
import { useCarriedHref, useJoinHref } from './local-href.ts';

type Props = { heading: string; text: string; back: string };

/**
 * The bar at the bottom for visitors, with links to sign in and to register. While no season runs and guests are
 * allowed, the button that creates a guest replaces the link to register.
 * @param back address to return to after a sign-in and, while no season runs, after registering
 */
export function JoinBar({ heading, text, back }: Props) {
  const { t, guests, competition } = usePage();
  const joinHref = useJoinHref(back);
  const carriedHref = useCarriedHref();
  return (
    <aside className="join-bar" aria-label={heading}>
      <div className="visitor-in">
        <p>
          <strong>{heading}</strong>
          <span>{text}</span>
        </p>
        {guests && !competition.active ? (
          <TryNow label={t('nav:try')} />
        ) : (
          <LinkButton look="primary" href={joinHref}>
            {t('competition:join')}
          </LinkButton>
        )}
        <LinkButton href={carriedHref(`/auth?next=${encodeURIComponent(back)}`)}>{t('nav:login')}</LinkButton>
      </div>
    </aside>
  );
}

/** The button that creates a guest. It is a form, because crawlers follow links and would create guests. */
export function TryNow({ label }: { label: string }) {
  const action = useCarriedHref()('/api/guest');
  return (
    <PostButton action={action} place="contents">
      {label}
    </PostButton>
  );
}
