import type { ReactNode } from 'react';
import { usePage } from '#framework/page.tsx';
import { FlashToast } from './FlashToast.tsx';
import { PhoneNav } from './PhoneNav.tsx';
import { SideNav } from './SideNav.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import { TopNav } from './TopNav.tsx';

type Props = {
  /** The status dot and the Chart item: they change while the page is open. */
  status: ReactNode;
  /** What floats over every page: toasts. */
  overlay?: ReactNode;
  children: ReactNode;
};

/** Sidebar, top navigation and padded main area: every page but the entrance. */
export function Shell({ status, overlay, children }: Props) {
  const { path, t } = usePage();
  const wide = path === '/chart';
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('nav:skip')}
      </a>
      <TopNav status={status} />
      <SideNav />
      <PhoneNav />
      <main id="main" tabIndex={-1} className={wide ? 'main main-wide' : 'main'}>
        {wide && <h1 className="sr-only">{t('nav:chart')}</h1>}
        {children}
      </main>
      <FlashToast />
      <StaleNotice />
      {overlay}
    </div>
  );
}
