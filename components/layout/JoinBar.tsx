import { usePage } from '#framework/page.tsx';
import { LinkButton, PostButton } from '../ui/Button.tsx';
import { useCarriedHref, useJoinHref } from './local-href.ts';

type Props = { heading: string; text: string; back: string };

/**
 * For visitors, at the end of the window: the way in. `back` is where a reader returns who signs in, and where one who registers
 * goes while no season runs. Then a visitor may try it at once.
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

/** The press that makes a guest: a form, so that no crawler makes one by following links. @param label finished text */
export function TryNow({ label }: { label: string }) {
  const action = useCarriedHref()('/api/guest');
  return (
    <PostButton action={action} place="contents">
      {label}
    </PostButton>
  );
}
