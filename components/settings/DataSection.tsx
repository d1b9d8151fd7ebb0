import { useT } from '#framework/page.tsx';
import { Section, SettingRow, SettingRows } from './Section.tsx';

/** What is kept, and the way out. */
export function DataSection() {
  const t = useT();
  return (
    <Section id="data" title={t('settings:data')} hint={t('settings:dataHint')}>
      <SettingRows>
        <SettingRow icon="download" title={t('safety:dataTitle')} hint={t('settings:downloadHint')}>
          <a className="btn btn-secondary" href="/settings/data">
            {t('safety:dataButton')}
          </a>
        </SettingRow>
      </SettingRows>
      <div className="card flex flex-wrap items-center gap-4 border-loss-rim p-4">
        <div className="min-w-45 flex-1">
          <h3 className="text-size-body font-600">{t('safety:deleteTitle')}</h3>
          <p className="text-size-small text-paper-2">{t('settings:deleteHint')}</p>
        </div>
        <a className="btn btn-danger" href="/settings/delete">
          {t('settings:delete')}
        </a>
      </div>
    </Section>
  );
}
