import type { TranslationKey } from '#build/i18n.gen.ts';
import { keepPath } from '#core/account/visitor.ts';
import { RANK_LOOK, type Rank } from '#core/leaderboard/rank.ts';
import { ReaderPart, usePage } from '#framework/page.tsx';
import { Bdi } from '../ui/figures.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';

export type MenuPlace = { href: string; key: TranslationKey; icon: IconName };

/** The links of a menu, below a line if `isGroup`. The current page has no link. */
export function MenuList({ places, isGroup }: { places: readonly MenuPlace[]; isGroup?: boolean }) {
  const { t, path } = usePage();
  return (
    <ul className={isGroup ? 'menu-group' : undefined}>
      {places.map(({ href, key, icon }) => (
        <li key={href}>
          <a
            className="menu-item"
            href={path === href ? undefined : href}
            aria-current={path === href ? 'page' : undefined}
          >
            <Icon name={icon} size="size-5" />
            {t(key)}
            {href === '/admin' && <ReaderPart name="waiting" />}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The form that signs out. A guest, who could not sign in again, gets a link to the sign-in page instead. */
export function LogOut({ isGroup }: { isGroup?: boolean }) {
  const { t, user } = usePage();
  if (user?.isGuest)
    return (
      <a className="menu-item" href="/auth">
        <Icon name="user" size="size-5" />
        {t('nav:login')}
      </a>
    );
  return (
    <form className={isGroup ? 'menu-group' : undefined} method="post" action="/api/logout">
      <button type="submit" className="menu-item">
        <Icon name="log-out" size="size-5" className="rtl:flip-x" />
        {t('nav:logout')}
      </button>
    </form>
  );
}

const PLACES = [
  { href: '/profile', key: 'nav:profile', icon: 'user' },
  { href: '/portfolio', key: 'nav:portfolio', icon: 'briefcase' },
  { href: '/settings', key: 'nav:settings', icon: 'settings' },
] as const;

export const GUEST_PLACES = [
  { href: keepPath(), key: 'auth:keep', icon: 'check' },
  { href: '/competitions', key: 'nav:competitions', icon: 'circle' },
  { href: '/help', key: 'nav:help', icon: 'circle-question-mark' },
] as const;

export function DeskLink() {
  const { user } = usePage();
  return user?.isStaff ? <MenuList places={[{ href: '/admin', key: 'nav:desk', icon: 'shield' }]} /> : null;
}

/**
 * The number of open tasks of staff: unread messages and reported traders; for admins also seasons with unconfirmed
 * winners, and unpaid claims. `text` is for screen readers.
 */
export function WaitingCount({ count, text }: { count: number; text: string }) {
  return (
    <span className="tag ms-auto bg-paper text-ink-0">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** The number of unread notifications. @param text formatted text for screen readers */
export function UnreadCount({ count, text, isHidden }: { count: string; text: string; isHidden: boolean }) {
  return (
    <span className="unread" hidden={isHidden}>
      <span data-bell="">{count}</span>
      <span className="sr-only"> {text}</span>
    </span>
  );
}

export function Bell() {
  const { t, path, user } = usePage();
  if (user?.isGuest) return null;
  const isHere = path === '/notifications';
  return (
    <a
      className="bell icon-btn"
      href={isHere ? undefined : '/notifications'}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon name="bell" size="size-5" />
      <span className="sr-only">{t('nav:notifications')}</span>
      {!isHere && <ReaderPart name="unread" />}
    </a>
  );
}

/** The account menu: a native popover, so that it needs no script and Esc closes it. */
export function AccountMenu() {
  const { t, user } = usePage();
  return (
    <>
      <button type="button" className="account-chip" popoverTarget="account-menu">
        <ReaderPart name="face" />
        <span className="sr-only">{t('nav:account')}</span>
        <Icon name="chevron-down" size="size-4" className="account-arrow text-paper-3" />
      </button>
      <nav id="account-menu" className="account-menu popover" popover="auto" aria-label={t('nav:account')}>
        <DeskLink />
        <MenuList places={user?.isGuest ? GUEST_PLACES : PLACES} />
        <LogOut isGroup />
      </nav>
    </>
  );
}

/**
 * The reader's formatted texts. `picture`: address of the logo; empty without one. `equity`: empty for a reader without
 * a row in the leaderboard and without a result.
 */
export type FaceTexts = Record<'username' | 'initials' | 'picture' | 'equity' | 'place', string>;
export type EarnedTexts = Record<'level' | 'rank' | 'tkf', string>;

type Props = {
  texts: FaceTexts;
  hasPicture: boolean;
  /**
   * Set to show level, rank and TKF balance instead of equity and place. `rank` is null for a reader without a row in
   * the running season.
   */
  earned?: { texts: EarnedTexts; rank: Rank | null };
};

/**
 * The reader's octagon and name, with equity and place, or with level, rank and TKF balance. All readers get the same
 * classes, so that their pages share one cached style sheet.
 */
export function AccountFace({ texts, hasPicture, earned }: Props) {
  return (
    <>
      <span className="octagon account-octagon" aria-hidden="true">
        {hasPicture ? <img src={texts.picture} width={30} height={30} alt="" /> : texts.initials}
      </span>
      <span className="account-text">
        <bdi className="account-name">{texts.username}</bdi>
        {earned ? (
          <span>
            {earned.texts.level}
            {earned.rank && (
              <>
                {' · '}
                <bdi style={{ color: RANK_LOOK[earned.rank].colour }}>{earned.texts.rank}</bdi>
              </>
            )}
          </span>
        ) : (
          <span className="account-line" data-figures>
            <Bdi>{texts.equity}</Bdi>
            <span className="account-place">{texts.place}</span>
          </span>
        )}
      </span>
      {earned && <Bdi className="more-tkf">{earned.texts.tkf} TKF</Bdi>}
    </>
  );
}
