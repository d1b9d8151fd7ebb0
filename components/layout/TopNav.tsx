import type { ReactNode } from 'react';
import { usePage } from '#framework/page.tsx';
import { AccountMenu } from './AccountMenu.tsx';

/** After Chart, which `status` brings: docs/rules/11-pages.md 1. */
const ITEMS = [
  ['/competitions', 'nav:competitions'],
  ['/leaderboards', 'nav:leaderboards'],
  ['/recordings', 'nav:recordings'],
  ['/shop', 'nav:shop'],
] as const;

export function TopNav({ status }: { status: ReactNode }) {
  const { path, t, competition } = usePage();
  const ground = path === '/' ? 'bg-transparent' : 'bg-ink-0 border-b border-line-1';
  const kind = path === '/chart' ? 'topnav topnav-chart' : 'topnav';
  return (
    <header className={`${kind} ${ground}`} data-competition={competition.active ? 'active' : 'inactive'}>
      <nav className="topnav-items" aria-label={t('nav:main')}>
        {status}
        {ITEMS.map(([href, key]) => (
          <NavLink key={href} href={href} current={path === href}>
            {t(key)}
          </NavLink>
        ))}
      </nav>
      <AccountMenu />
    </header>
  );
}

/** An item of the top navigation. The current one is no link: clicking it does nothing. */
export function NavLink({
  href,
  current,
  children,
}: {
  href: string;
  current: boolean;
  children: ReactNode;
}) {
  return (
    <a className="navlink" href={current ? undefined : href} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}
