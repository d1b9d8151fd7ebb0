import { useT } from '#framework/page.tsx';
import { Section, SettingRow, SettingRows } from './Section.tsx';

/** A session; times as the reader writes them. */
export type DeviceView = {
  id: string;
  browser: string | null;
  system: string | null;
  network: string | null;
  since: string;
  seen: string;
  isThis: boolean;
};

/** Where the account is open, each with a way to end it. */
export function DeviceSection({ devices }: { devices: readonly DeviceView[] }) {
  const t = useT();
  const hasOthers = devices.some(({ isThis }) => !isThis);
  return (
    <Section id="devices" title={t('settings:devices')} hint={t('settings:devicesHint')}>
      <SettingRows
        foot={
          <div className="flex min-h-15 flex-wrap items-center justify-between gap-3 border-t border-line-1 px-4 py-3">
            <p className="text-size-small text-paper-2">
              {t(hasOthers ? 'settings:sessionsEnd' : 'settings:onlyThis')}
            </p>
            {hasOthers && (
              <form method="post" action="/api/sessions/end-others">
                <button type="submit" className="btn btn-secondary">
                  {t('settings:signOutOthers')}
                </button>
              </form>
            )}
          </div>
        }
      >
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </SettingRows>
    </Section>
  );
}

const HANDHELD = /iPhone|iPad|Android/;

function Device({ device }: { device: DeviceView }) {
  const t = useT();
  const { id, browser, system, network, since, seen, isThis } = device;
  const name =
    browser && system
      ? t('settings:browserOn', { browser, system })
      : (browser ?? system ?? t('settings:unknownDevice'));
  return (
    <SettingRow
      icon={HANDHELD.test(system ?? '') ? 'smartphone' : 'monitor'}
      title={name}
      tag={isThis && <span className="tag bg-paper text-ink-0">{t('settings:thisDevice')}</span>}
      hint={
        <>
          {network && (
            <>
              <bdi dir="ltr">{network}</bdi> ·{' '}
            </>
          )}
          {t('settings:since', { date: since })}
        </>
      }
    >
      <span className="text-size-small text-paper-2">
        {isThis ? t('settings:now') : t('settings:seen', { date: seen })}
      </span>
      {!isThis && (
        <form method="post" action={`/api/sessions/${id}/end`}>
          <button
            type="submit"
            className="btn btn-secondary"
            aria-label={`${t('settings:signOut')}: ${name}`}
          >
            {t('settings:signOut')}
          </button>
        </form>
      )}
    </SettingRow>
  );
}
