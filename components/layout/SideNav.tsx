import { usePage } from '#framework/page.tsx';
import { BrandMark } from '../art/BrandMark.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import type { MenuPlace } from './MenuList.tsx';

type Item = {
  href: string;
  key: MenuPlace['key'] | 'nav:home';
  icon: IconName | null;
  last?: boolean;
};

/** The brand mark is Home; settings and help stand apart at the bottom. */
const ITEMS: readonly Item[] = [
  { href: '/', key: 'nav:home', icon: null },
  { href: '/portfolio', key: 'nav:portfolio', icon: 'briefcase' },
  { href: '/screener', key: 'nav:scanner', icon: 'radar' },
  { href: '/ranking', key: 'nav:ranking', icon: 'layers' },
  { href: '/profile', key: 'nav:profile', icon: 'user' },
  { href: '/settings', key: 'nav:settings', icon: 'settings', last: true },
  { href: '/help', key: 'nav:help', icon: 'circle-question-mark' },
];

/** Pages that belong to an item without being it. */
const INSIDE: Readonly<Record<string, string>> = { '/rank-details-page': '/ranking' };

/** Left sidebar of wide screens. Tooltips are the stylesheet’s: 700 ms, 300 ms between. */
export function SideNav() {
  const { path, t } = usePage();
  return (
    <nav className="sidenav" aria-label={t('nav:side')}>
      <ul>
        {ITEMS.map(({ href, key, icon, last }) => (
          <li key={href} className={last ? 'sidenav-last' : undefined}>
            <a
              className="sidelink"
              href={path === href ? undefined : href}
              aria-current={path === href ? 'page' : href === INSIDE[path] ? 'true' : undefined}
            >
              {icon ? <Icon name={icon} size="size-5" /> : <BrandMark />}
              <span className="tip">{t(key)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
