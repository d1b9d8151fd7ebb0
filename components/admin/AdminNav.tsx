import { usePage } from '#framework/page.tsx';
import { TabLinks } from '../ui/Links.tsx';

/** The admin pages, in the order of an organizer's day; some are for admins only. */
const SECTIONS = [
  ['/admin', 'nav:desk'],
  ['/competitions', 'desk:season', 'admin'],
  ['/admin/prizes', 'prizes:title', 'admin'],
  ['/admin/announcements', 'announcements:title', 'admin'],
  ['/admin/market', 'symbols:nav', 'admin'],
  ['/admin/people', 'people:title'],
  ['/admin/messages', 'inbox:title'],
  ['/admin/reports', 'reports:title'],
  ['/admin/accounts', 'accounts:title'],
  ['/recordings', 'recordings:title'],
  ['/admin/numbers', 'numbers:title', 'admin'],
  ['/admin/audit', 'seasons:audit', 'admin'],
] as const;

/** The navigation at the top of each admin page. Only staff sees it, and only on admin pages. */
export function AdminNav() {
  const { t, path, user } = usePage();
  const sections = SECTIONS.filter(([, , access]) => access === undefined || user?.isAdmin);
  const isInside = path.startsWith('/admin/') || sections.some(([href]) => href === path);
  if (!user?.isStaff || !isInside) return null;
  const tabs = sections.map(([href, key]) => ({
    href,
    label: t(key),
    current: path === href || (href !== '/admin' && path.startsWith(`${href}/`)),
  }));
  return (
    <div className="mx-auto mb-7 w-full max-w-254 md:[&>nav]:gap-3.5">
      <TabLinks label={t('desk:sections')} tabs={tabs} />
    </div>
  );
}
