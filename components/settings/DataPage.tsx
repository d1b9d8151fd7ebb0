import { useT } from '#framework/page.tsx';
import { Sheet } from '../recovery/Sheet.tsx';
import { Icon } from '../ui/Icon.tsx';

/** /settings/data: all that is kept, as one file. */
export function DataPage() {
  const t = useT();
  return (
    <Sheet title={t('safety:dataTitle')} lead={t('safety:dataLead')}>
      <form method="post" action="/api/account/export">
        <button type="submit" className="btn btn-primary">
          <Icon name="download" />
          {t('safety:dataButton')}
        </button>
      </form>
    </Sheet>
  );
}
