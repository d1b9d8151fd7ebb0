import type { PageReaders } from '#core/account/permissions.ts';
import type { Restriction } from '#core/account/visitor.ts';
import { usePage, useT } from '#framework/page.tsx';
import { LinkButton, PostButton } from '../ui/Button.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { DeviceSection, type DeviceView, WayBackSection, type WayBackView } from './SafetySections.tsx';
import {
  AccountSection,
  DataSection,
  type DisplayProps,
  DisplaySection,
  PageSection,
  type SignInView,
} from './SettingsSections.tsx';

export type SettingsView = WayBackView &
  SignInView & {
    devices: readonly DeviceView[];
    /** The readers who may open the trader's page. */
    pageReaders: PageReaders;
    restricted: RestrictedView | null;
    notes: readonly NoteView[];
  };
type Props = DisplayProps & { view: SettingsView };

const SECTIONS = [
  ['account', 'user', 'settings:account'],
  ['way-back', 'life-buoy', 'settings:wayBack'],
  ['devices', 'shield', 'settings:devices'],
  ['page', 'eye', 'page:setting'],
  ['data', 'database', 'settings:data'],
  ['display', 'sliders-horizontal', 'settings:display'],
] as const satisfies readonly (readonly [string, IconName, string])[];

/** /settings: a section for each entry of SECTIONS, below restrictions and warnings. */
export function SettingsPage({ view, ...controls }: Props) {
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
          <DisplaySection {...controls} />
          <MoreLinks />
        </div>
      </div>
    </div>
  );
}

/** A warning of the last 30 days, or the removal of the second factor by an admin; `day` is formatted. */
type NoteView = { id: string; day: string; reason: string };

function Notes({ notes }: { notes: readonly NoteView[] }) {
  const t = useT();
  if (notes.length === 0) return null;
  return (
    <TitledSection title={t('reports:warned')} className="card mt-6 p-4">
      <ul className="mt-2 grid gap-1 text-paper-2">
        {notes.map(({ id, day, reason }) => (
          <li key={id} className="break-words">
            {day}: <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

const MORE = [
  ['/screener', 'settings:scanner'],
  ['/payment', 'settings:payment'],
  ['/pricing', 'settings:plans'],
  ['/contact', 'settings:contact'],
] as const;

const DESK = ['/admin', 'nav:desk'] as const;

function MoreLinks() {
  const { t, user } = usePage();
  return (
    <TitledSection title={t('settings:more')} className="card border-t border-line-1 p-4">
      <ul className="mt-3 flex flex-wrap gap-3">
        {[...(user?.isStaff ? [DESK] : []), ...MORE].map(([href, key]) => (
          <li key={href}>
            <LinkButton href={href}>{t(key)}</LinkButton>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

/** The account's restriction; `day` is formatted. */
export type RestrictedView = { kind: Restriction['kind']; reason: string | null; day: string | null };

function Restricted({ view }: { view: RestrictedView }) {
  const t = useT();
  const { kind, reason, day } = view;
  const date = day ?? '';
  const title = {
    leaving: t('safety:leavingTitle', { date }),
    suspended: day ? t('safety:suspendedTitle', { date }) : t('safety:suspendedEver'),
    newName: t('safety:newNameTitle'),
  }[kind];
  return (
    <section className="card mt-6 flex flex-wrap items-center gap-4 border-loss-rim p-4">
      <Icon name="octagon-alert" className="h-5 w-5 shrink-0 text-loss" />
      <div className="min-w-45 flex-1">
        <h2 className="text-h3">{title}</h2>
        {reason && (
          <p className="break-words">
            <bdi>{reason}</bdi>
          </p>
        )}
        {kind !== 'newName' && (
          <p className="text-size-small text-paper-2">
            {t(kind === 'leaving' ? 'safety:leavingText' : 'safety:suspendedText')}
          </p>
        )}
      </div>
      {kind === 'leaving' && <PostButton action="/api/account/keep">{t('safety:keepButton')}</PostButton>}
      {kind === 'newName' && (
        <LinkButton look="primary" href="/settings/name">
          {t('safety:nameTitle')}
        </LinkButton>
      )}
      {kind !== 'leaving' && <LinkButton href="/contact">{t('safety:appeal')}</LinkButton>}
    </section>
  );
}
