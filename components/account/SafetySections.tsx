import { useT } from '#framework/page.tsx';
import { LinkButton, PostButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Section, SettingRow, SettingRows } from './SettingsSections.tsx';

export type WayBackView = {
  /** How many of the two ways to recover the account are set up: a confirmed address, recovery codes. */
  ways: 0 | 1 | 2;
  isMailOn: boolean;
  /** The confirmed address, with at most two letters before the @. */
  email: string | null;
  /** An address that is not confirmed yet; null without one. */
  pending: string | null;
  codes: number;
  codesLeft: number;
  /** When a code was last used, formatted; null: never. */
  codeUsed: string | null;
};

const STATUS = ['settings:waysNone', 'settings:waysOne', 'settings:waysTwo'] as const;

export function WayBackSection({ view }: { view: WayBackView }) {
  const t = useT();
  const { ways, isMailOn, email, pending, codes, codesLeft, codeUsed } = view;
  const look = ways === 0 ? 'bg-tkf-deep text-tkf' : 'bg-gain-deep text-gain';
  return (
    <Section id="way-back" title={t('settings:wayBack')} hint={t('settings:wayBackHint')}>
      <SettingRows
        head={
          <p className={`flex min-h-12 items-center gap-4 px-4 py-3 font-600 ${look}`}>
            <Icon name={ways === 0 ? 'circle-alert' : 'circle-check'} className="h-5 w-5 shrink-0" />
            <span className="text-paper">{t(STATUS[ways])}</span>
          </p>
        }
      >
        {isMailOn && (
          <SettingRow
            icon="mail"
            title={email ? <bdi>{email}</bdi> : t('settings:email')}
            tag={email && <span className="tag bg-gain-deep text-gain">{t('settings:confirmed')}</span>}
            hint={pending ? t('settings:waiting', { email: pending }) : t('settings:emailHint')}
          >
            <LinkButton look={ways === 0 ? 'primary' : 'secondary'} href="/settings/email">
              {t(email ? 'settings:change' : 'settings:addEmail')}
            </LinkButton>
          </SettingRow>
        )}
        <SettingRow
          icon="ticket"
          title={t('settings:codes')}
          tag={
            codes > 0 && (
              <span className="tag">{t('settings:codesLeft', { left: codesLeft, all: codes })}</span>
            )
          }
          hint={codeUsed ? t('settings:codesUsed', { date: codeUsed }) : t('settings:codesHint')}
        >
          <LinkButton href="/settings/codes">
            {t(codes > 0 ? 'settings:newCodes' : 'settings:makeCodes')}
          </LinkButton>
        </SettingRow>
      </SettingRows>
    </Section>
  );
}

export type DeviceView = {
  id: string;
  browser: string | null;
  system: string | null;
  network: string | null;
  since: string;
  lastSeen: string;
  isThis: boolean;
};

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
              <PostButton action="/api/sessions/end-others" look="secondary">
                {t('settings:signOutOthers')}
              </PostButton>
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
  const { id, browser, system, network, since, lastSeen, isThis } = device;
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
        {isThis ? t('settings:now') : t('settings:seen', { date: lastSeen })}
      </span>
      {!isThis && (
        <PostButton
          action={`/api/sessions/${id}/end`}
          look="secondary"
          aria-label={`${t('settings:signOut')}: ${name}`}
        >
          {t('settings:signOut')}
        </PostButton>
      )}
    </SettingRow>
  );
}
