import { usePage } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { OwnFace } from './AccountFace.tsx';
import { LogOut, MenuList } from './MenuList.tsx';

const PLACES = [
  { href: '/profile', key: 'nav:profile', icon: 'user' },
  { href: '/portfolio', key: 'nav:portfolio', icon: 'briefcase' },
  { href: '/settings', key: 'nav:settings', icon: 'settings' },
] as const;

/** Who is signed in, and what is theirs. The menu is a popover of the browser's own: no script, Esc closes it. */
export function AccountMenu() {
  const { t } = usePage();
  return (
    <>
      <button type="button" className="account-chip" popoverTarget="account-menu">
        <OwnFace />
        <span className="sr-only">{t('nav:account')}</span>
        <Icon name="chevron-down" size="size-4" className="account-arrow text-paper-3" />
      </button>
      <nav id="account-menu" className="account-menu popover" popover="auto" aria-label={t('nav:account')}>
        <MenuList places={PLACES} />
        <LogOut isGroup />
      </nav>
    </>
  );
}
