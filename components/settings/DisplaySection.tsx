import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';
import { Section, SettingRow, SettingRows } from './Section.tsx';

/** This browser's switches, and the language. */
export function DisplaySection({
  creative,
  profits,
  zoom,
}: {
  creative: ReactNode;
  profits: ReactNode;
  zoom: ReactNode;
}) {
  const t = useT();
  return (
    <Section id="display" title={t('settings:display')} hint={t('settings:displayHint')}>
      <SettingRows
        foot={
          <noscript>
            <p className="p-4 text-size-small text-paper-2">{t('settings:noScript')}</p>
          </noscript>
        }
      >
        <SettingRow icon="chart-candlestick" title={t('settings:creative')} hint={t('settings:creativeHint')}>
          {creative}
        </SettingRow>
        <SettingRow icon="eye-off" title={t('settings:profits')} hint={t('settings:profitsHint')}>
          {profits}
        </SettingRow>
        <SettingRow icon="search" title={t('settings:zoom')} hint={t('settings:zoomHint')}>
          {zoom}
        </SettingRow>
        <SettingRow icon="languages" title={t('settings:language')}>
          <LanguageSwitch next="/settings" />
        </SettingRow>
      </SettingRows>
    </Section>
  );
}
