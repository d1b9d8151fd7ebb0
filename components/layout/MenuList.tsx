import { usePage } from '#framework/page.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';

export type MenuPlace = {
  href: string;
  key:
    | 'nav:competitions'
    | 'nav:help'
    | 'nav:portfolio'
    | 'nav:profile'
    | 'nav:ranking'
    | 'nav:recordings'
    | 'nav:scanner'
    | 'nav:settings'
    | 'nav:shop';
  icon: IconName;
};

/** Rows of a menu, below a line where they are a group of it; the one the reader is at is no link. */
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
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Signs out, without a script; below a line where it is a group of its own. */
export function LogOut({ isGroup }: { isGroup?: boolean }) {
  const { t } = usePage();
  return (
    <form className={isGroup ? 'menu-group' : undefined} method="post" action="/api/logout">
      <button type="submit" className="menu-item">
        <Icon name="log-out" size="size-5" className="rtl:flip-x" />
        {t('nav:logout')}
      </button>
    </form>
  );
}
