import type { ReactNode } from 'react';
import type { PageReaders } from '#core/account/page-readers.ts';
import { usePage } from '#framework/page.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { AccountSection } from './AccountSection.tsx';
import { DataSection } from './DataSection.tsx';
import { DeviceSection, type DeviceView } from './DeviceSection.tsx';
import { DisplaySection } from './DisplaySection.tsx';
import { MoreLinks } from './MoreLinks.tsx';
import { Notes, type NoteView } from './Notes.tsx';
import { PageSection } from './PageSection.tsx';
import { Restricted, type RestrictedView } from './Restricted.tsx';
import { WayBackSection, type WayBackView } from './WayBackSection.tsx';

export type SettingsView = WayBackView & {
  hasPassword: boolean;
  hasDiscord: boolean;
  /** When it was changed, as the reader writes it. */
  passwordChanged: string | null;
  devices: readonly DeviceView[];
  /** Who may read their page. */
  pageReaders: PageReaders;
  /** When the username may be changed again, as the reader writes it; null: now. */
  nextName: string | null;
  restricted: RestrictedView | null;
  notes: readonly NoteView[];
  /** Messages nobody has read yet, for admins; null for everyone else. */
  unread: number | null;
};
type Props = { view: SettingsView; creative: ReactNode; profits: ReactNode; zoom: ReactNode };

const SECTIONS = [
  ['account', 'user', 'settings:account'],
  ['way-back', 'life-buoy', 'settings:wayBack'],
  ['devices', 'shield', 'settings:devices'],
  ['page', 'eye', 'page:setting'],
  ['data', 'database', 'settings:data'],
  ['display', 'sliders-horizontal', 'settings:display'],
] as const satisfies readonly (readonly [string, IconName, string])[];

/** /settings: the account, how to get back into it, where it is open, and this browser's switches. All of it forms. */
export function SettingsPage({ view, creative, profits, zoom }: Props) {
  const { t } = usePage();
  return (
    <div className="settings mx-auto w-full max-w-272">
      <h1 className="text-h1">{t('settings:title')}</h1>
      {view.restricted && <Restricted view={view.restricted} />}
      <Notes notes={view.notes} />
      <div className="mt-4 grid gap-x-10 md:grid-cols-[13rem_1fr]">
        <nav id="list" className="settings-list mt-2 md:mt-7" aria-label={t('settings:sections')}>
          <ul className="grid gap-1 md:sticky md:top-6">
            {SECTIONS.map(([id, icon, label]) => (
              <li key={id}>
                <a className="menu-item min-h-10 font-500 no-underline" href={`#${id}`}>
                  <Icon name={icon} />
                  {t(label)}
                  {id === 'way-back' && view.ways === 0 && (
                    <span className="ms-auto h-2 w-2 rounded-full bg-tkf lt-md:ms-1" />
                  )}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings-parts min-w-0">
          <AccountSection view={view} />
          <WayBackSection view={view} />
          <DeviceSection devices={view.devices} />
          <PageSection readers={view.pageReaders} />
          <DataSection />
          <DisplaySection creative={creative} profits={profits} zoom={zoom} />
          <MoreLinks unread={view.unread} />
        </div>
      </div>
    </div>
  );
}
