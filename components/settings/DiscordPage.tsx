import { useT } from '#framework/page.tsx';
import { Sheet } from '../recovery/Sheet.tsx';

/** /settings/discord: the account without Discord. */
export function DiscordPage() {
  const t = useT();
  return (
    <Sheet title={t('safety:discordTitle')} lead={t('safety:discordLead')}>
      <form method="post" action="/api/discord/disconnect">
        <button type="submit" className="btn btn-danger">
          {t('settings:disconnect')}
        </button>
      </form>
    </Sheet>
  );
}
