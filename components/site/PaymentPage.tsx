import { useT } from '#framework/page.tsx';

const FIELDS = [
  ['cardNumber', 'col-span-2', 19],
  ['name', 'col-span-2', 60],
  ['expiry', '', 5],
  ['cvc', '', 4],
] as const;

/** /payment: a mock card form that sends nothing: no field has a name and the button does not submit. */
export function PaymentPage() {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-130">
      <h1 className="text-h1">{t('payment:title')}</h1>
      <p className="mt-2 text-paper-2">{t('payment:demo')}</p>
      <div className="mt-7 grid grid-cols-2 gap-4 rounded-card border border-line-1 bg-ink-2 p-6">
        {FIELDS.map(([field, span, length]) => (
          <div key={field} className={span}>
            <label className="label" htmlFor={field}>
              {t(`payment:${field}`)}
            </label>
            <input
              id={field}
              className="input w-full"
              dir={field === 'name' ? undefined : 'ltr'}
              inputMode={field === 'name' ? undefined : 'numeric'}
              maxLength={length}
              autoComplete="off"
            />
          </div>
        ))}
        <button type="button" className="btn btn-primary col-span-2">
          {t('payment:save')}
        </button>
      </div>
      <p className="mt-5">
        <a className="text-paper-2 underline underline-offset-4" href="/pricing">
          {t('payment:pricing')}
        </a>
      </p>
    </div>
  );
}
