import { useT } from '#framework/page.tsx';
import { Sheet } from '../recovery/Sheet.tsx';

/** /settings/codes. @param props.codes those that were just made */
export function CodesPage({ codes }: { codes: readonly string[] | null }) {
  const t = useT();
  return (
    <Sheet title={t('safety:codesTitle')} lead={t(codes ? 'safety:codesOnce' : 'safety:codesLead')}>
      {codes ? (
        <ul dir="ltr" className="card grid gap-y-3 p-6 tabular-nums">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      ) : (
        <form method="post" action="/api/recovery-codes">
          <button type="submit" className="btn btn-primary">
            {t('safety:codesMake')}
          </button>
        </form>
      )}
    </Sheet>
  );
}
