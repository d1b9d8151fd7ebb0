import { useT } from '#framework/page.tsx';
import { Sheet } from '../recovery/Sheet.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

type Props = {
  /** Where it leads afterwards. */
  next: string;
  /** Where an account without a password signs in again; null for the others. */
  discord: string | null;
};

/** /settings/prove: the password again. */
export function ProvePage({ next, discord }: Props) {
  const t = useT();
  return (
    <Sheet title={t('safety:proveTitle')} lead={t(discord ? 'safety:proveDiscord' : 'safety:proveLead')}>
      {discord ? (
        <a className="btn btn-primary w-fit" href={discord}>
          {t('auth:discord')}
        </a>
      ) : (
        <form className="card grid gap-4 p-4" method="post" action="/api/prove-password">
          <input type="hidden" name="next" value={next} />
          <CurrentPasswordField name="password" label={t('auth:password')} />
          <button type="submit" className="btn btn-primary">
            {t('safety:goOn')}
          </button>
        </form>
      )}
    </Sheet>
  );
}
