import type { ReactNode } from 'react';
import type { TranslationKey } from '#build/i18n.gen.ts';
import { CHART_PATH, isChartPath, PORTFOLIO_PATH } from '#core/season/game.ts';
import { usePage } from '#framework/page.tsx';
import { SimNote } from '../trader/Who.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { BrandMark } from '../ui/Mark.tsx';
import { AccountMenu, Bell } from './Menus.tsx';
import { FlashToast } from './Notifications.tsx';
import { PhoneNav } from './PhoneNav.tsx';

/** Keys of the sentences that pages show in place of data that could not be read, by path. */
const SENTENCES = {
  '/leaderboards': 'leaderboards:error',
  '/portfolio': 'portfolio:error',
  '/recordings': 'messages:recordingsFailed',
  '/shop': 'shop:error',
} as const;

/**
 * The notice `#stale`, which live-region.ts shows when a refresh fails: since when the page is stale, and a button to
 * try again.
 */
function StaleNotice() {
  const { t, path } = usePage();
  const sentence = path in SENTENCES ? t(SENTENCES[path as keyof typeof SENTENCES]) : null;
  const [before = '', after = ''] = t('common:stale', { time: '\n' }).split('\n');
  return (
    <div id="stale" className="stale" role="alert" hidden>
      <p>
        {sentence && `${sentence} `}
        {before}
        <bdi dir="ltr" />
        {after}
      </p>
      <button type="button" className="btn btn-secondary">
        {t('common:retry')}
      </button>
    </div>
  );
}

/** The items of the top navigation after Chart, which `status` contains (docs/rules/11-pages.md 1). */
const TOP_NAV_ITEMS = [
  ['/competitions', 'nav:competitions'],
  ['/leaderboards', 'nav:leaderboards'],
  ['/recordings', 'nav:recordings'],
  ['/shop', 'nav:shop'],
] as const;

/** The pages of top navigation and sidebar that a guest may open. */
const FOR_GUESTS: ReadonlySet<string> = new Set([
  '/',
  CHART_PATH.practice,
  '/competitions',
  '/leaderboards',
  '/help',
]);

function TopNav({ status }: { status: ReactNode }) {
  const { path, t, user, competition } = usePage();
  const ground = path === '/' ? 'bg-transparent' : 'bg-ink-0 border-b border-line-1';
  const kind = isChartPath(path) ? 'topnav topnav-chart' : 'topnav';
  const name =
    path === '/notifications' ? 'nav:notifications' : SIDE_NAV_ITEMS.find(({ href }) => href === path)?.key;
  return (
    <header className={`${kind} ${ground}`} data-competition={competition.active ? 'active' : 'inactive'}>
      <nav className="topnav-items" aria-label={t('nav:main')}>
        {status}
        {TOP_NAV_ITEMS.filter(([href]) => !user?.isGuest || FOR_GUESTS.has(href)).map(([href, key]) => (
          <NavLink key={href} href={href} current={path === href}>
            {t(key)}
          </NavLink>
        ))}
        {name && (
          <span className="topnav-name" aria-hidden="true">
            {t(name)}
          </span>
        )}
      </nav>
      <Bell />
      <AccountMenu />
    </header>
  );
}

function NavLink({ href, current, children }: { href: string; current: boolean; children: ReactNode }) {
  return (
    <a className="navlink" href={current ? undefined : href} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}

type Item = { href: string; key: TranslationKey; icon: IconName | null; last?: boolean };

/** The items of the sidebar. Home has the brand mark; settings and help are apart at the bottom. */
const SIDE_NAV_ITEMS: readonly Item[] = [
  { href: '/', key: 'nav:home', icon: null },
  { href: '/portfolio', key: 'nav:portfolio', icon: 'briefcase' },
  { href: CHART_PATH.practice, key: 'nav:practice', icon: 'play' },
  { href: '/screener', key: 'nav:scanner', icon: 'radar' },
  { href: '/ranking', key: 'nav:ranking', icon: 'layers' },
  { href: '/leagues', key: 'nav:leagues', icon: 'users' },
  { href: '/profile', key: 'nav:profile', icon: 'user' },
  { href: '/settings', key: 'nav:settings', icon: 'settings', last: true },
  { href: '/help', key: 'nav:help', icon: 'circle-question-mark' },
];

/** Pages whose heading is also their name in the navigation. On phones only the top bar shows the name. */
const NAMED: ReadonlySet<string> = new Set([
  ...TOP_NAV_ITEMS.map(([href]) => href),
  '/portfolio',
  '/screener',
  '/leagues',
  '/settings',
  '/help',
  '/notifications',
]);

/** Returns the address of the sidebar item to highlight on a page without its own item; undefined for other pages. */
function insideOf(path: string): string | undefined {
  if (path === '/rank-details-page') return '/ranking';
  return path.startsWith('/leagues/')
    ? '/leagues'
    : path === PORTFOLIO_PATH.practice
      ? CHART_PATH.practice
      : undefined;
}

/** The sidebar of wide screens. The style sheet shows its tooltips after 700 ms. */
function SideNav() {
  const { path, t, user } = usePage();
  return (
    <nav className="sidenav" aria-label={t('nav:side')}>
      <ul>
        {SIDE_NAV_ITEMS.filter(({ href }) => !user?.isGuest || FOR_GUESTS.has(href)).map(
          ({ href, key, icon, last }) => (
            <li key={href} className={last ? 'sidenav-last' : undefined}>
              <a
                className="sidelink"
                href={path === href ? undefined : href}
                aria-current={path === href ? 'page' : href === insideOf(path) ? 'true' : undefined}
              >
                {icon ? <Icon name={icon} size="size-5" /> : <BrandMark />}
                <span className="tip">{t(key)}</span>
              </a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

type Props = {
  /** The status dot and the Chart item, which change while the page is open. */
  status: ReactNode;
  overlay?: ReactNode;
  children: ReactNode;
};

/** Sidebar, top navigation and padded main area of every page for a signed-in reader. */
export function Shell({ status, overlay, children }: Props) {
  const { path, t } = usePage();
  const isWide = isChartPath(path);
  const main = isWide ? 'main main-wide' : NAMED.has(path) ? 'main main-named' : 'main';
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('nav:skip')}
      </a>
      <TopNav status={status} />
      <SideNav />
      <PhoneNav />
      <main id="main" tabIndex={-1} className={main}>
        {isWide && (
          <h1 className="sr-only">{t(path === CHART_PATH.practice ? 'nav:practice' : 'nav:chart')}</h1>
        )}
        {children}
      </main>
      <FlashToast />
      <SimNote />
      <StaleNotice />
      {overlay}
    </div>
  );
}
