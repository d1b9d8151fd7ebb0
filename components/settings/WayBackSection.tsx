import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Section, SettingRow, SettingRows } from './Section.tsx';

export type WayBackView = {
  /** How many ways there are: an address, codes. */
  ways: 0 | 1 | 2;
  /** Whether mail can be sent at all; without it nothing offers it. */
  isMailOn: boolean;
  /** Confirmed, with its middle left out. */
  email: string | null;
  /** An address that waits to be confirmed. */
  pending: string | null;
  codes: number;
  codesLeft: number;
  /** When one was used last, as the reader writes it. */
  codeUsed: string | null;
};

const STATUS = ['settings:waysNone', 'settings:waysOne', 'settings:waysTwo'] as const;

/** The ways back into the account when the password is lost. */
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
            <a className={`btn ${ways === 0 ? 'btn-primary' : 'btn-secondary'}`} href="/settings/email">
              {t(email ? 'settings:change' : 'settings:addEmail')}
            </a>
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
          <a className="btn btn-secondary" href="/settings/codes">
            {t(codes > 0 ? 'settings:newCodes' : 'settings:makeCodes')}
          </a>
        </SettingRow>
      </SettingRows>
    </Section>
  );
}
