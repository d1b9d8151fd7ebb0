import type { TranslationKey } from '#build/i18n.gen.ts';
import { CHART_PATH, PORTFOLIO_PATH } from '#core/season/game.ts';
import { ReaderPart, usePage } from '#framework/page.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { BrandMark } from '../ui/Mark.tsx';
import { useCarriedHref, useLocalHref } from './local-href.ts';
import { DeskLink, GUEST_PLACES, LogOut, MenuList, type MenuPlace } from './Menus.tsx';

type Cell = { href: string; key: TranslationKey; icon: IconName | null };

const HOME: Cell = { href: '/', key: 'nav:home', icon: null };
const BOARD: Cell = { href: '/leaderboards', key: 'nav:board', icon: 'trophy' };
const MEMBER: readonly Cell[] = [
  HOME,
  { href: '/chart', key: 'nav:chart', icon: 'chart-candlestick' },
  { href: '/portfolio', key: 'nav:portfolioShort', icon: 'briefcase' },
  BOARD,
];
const GUEST: readonly Cell[] = [
  { href: CHART_PATH.practice, key: 'nav:practice', icon: 'play' },
  { href: PORTFOLIO_PATH.practice, key: 'nav:portfolioShort', icon: 'briefcase' },
  BOARD,
];
const VISITOR: readonly Cell[] = [
  HOME,
  BOARD,
  { href: '/competitions', key: 'nav:competition', icon: 'circle' },
  { href: '/pricing', key: 'nav:pricing', icon: 'tag' },
  { href: '/auth', key: 'nav:login', icon: 'user' },
];

/** The pages for which a member's bar has no space. */
const MORE: readonly (readonly MenuPlace[])[] = [
  [
    { href: '/notifications', key: 'nav:notifications', icon: 'bell' },
    { href: '/profile', key: 'nav:profile', icon: 'user' },
    { href: '/ranking', key: 'nav:ranking', icon: 'layers' },
    { href: '/shop', key: 'nav:shop', icon: 'shopping-bag' },
  ],
  [
    { href: '/competitions', key: 'nav:competitions', icon: 'circle' },
    { href: '/leagues', key: 'nav:leagues', icon: 'users' },
    { href: '/screener', key: 'nav:scanner', icon: 'radar' },
    { href: '/recordings', key: 'nav:recordings', icon: 'video' },
  ],
  [
    { href: '/settings', key: 'nav:settings', icon: 'settings' },
    { href: '/help', key: 'nav:help', icon: 'circle-question-mark' },
  ],
];

/** The bar at the bottom of phones. A signed-in reader's last cell opens a native popover. */
export function PhoneNav() {
  const { t, path, user, competition } = usePage();
  const cells = user ? (user.isGuest ? GUEST : MEMBER) : VISITOR;
  const localHref = useLocalHref();
  const carriedHref = useCarriedHref();
  const hrefOf = (path: string) => (path === '/auth' ? carriedHref(path) : localHref(path));
  const isOff = (href: string) => href === '/chart' && !competition.active && !user?.isAdmin;
  return (
    <nav className="phonenav" aria-label={t('nav:phone')}>
      <ul>
        {cells.map(({ href, key, icon }) => (
          <li key={href}>
            <a
              className="phonelink"
              href={path === href || isOff(href) ? undefined : hrefOf(href)}
              aria-current={path === href ? 'page' : undefined}
              aria-disabled={isOff(href) || undefined}
            >
              {icon ? <Icon name={icon} size="size-5" /> : <BrandMark className="h-5 w-5" />}
              {t(key)}
            </a>
          </li>
        ))}
        {user && (
          <li>
            <More isInside={!cells.some(({ href }) => href === path)} />
          </li>
        )}
      </ul>
    </nav>
  );
}

function More({ isInside }: { isInside: boolean }) {
  const { t, user } = usePage();
  return (
    <>
      <button
        type="button"
        className="phonelink"
        popoverTarget="more"
        aria-current={isInside ? 'true' : undefined}
      >
        <Icon name="ellipsis" size="size-5" />
        {t('nav:more')}
      </button>
      <div id="more" className="more" popover="auto">
        <p className="more-head">
          <ReaderPart name="level" />
        </p>
        <DeskLink />
        {(user?.isGuest ? [GUEST_PLACES] : MORE).map((places) => (
          <MenuList key={places[0]!.href} places={places} isGroup />
        ))}
        <LogOut />
      </div>
    </>
  );
}
