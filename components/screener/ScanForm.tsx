import type { Scan, ScanIssues } from '#core/contract/schemas/screener.ts';
import { firstDirection, TRADE_TYPES } from '#core/market/screener.ts';
import { type Translate, useT } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';

const NUMBERS = ['priceMoreThan', 'priceLowerThan', 'volumeMoreThan', 'marketCapMoreThan'] as const;

/** Sends itself as the page's address, so that a scan can be kept and shared. */
export function ScanForm({ scan, wrong }: { scan: Scan; wrong: ScanIssues }) {
  const t = useT();
  const { types, values, by, direction } = scan;
  return (
    <form className="card mt-6 grid gap-6 p-4 md:p-6" method="get" action="/screener">
      <input type="hidden" name="scan" value="1" />
      {by !== 'marketCap' && <input type="hidden" name="by" value={by} />}
      {direction !== firstDirection(by) && <input type="hidden" name="dir" value={direction} />}
      <fieldset>
        <legend className="label px-0">{t('screener:types')}</legend>
        <div className="grid gap-2 compact:grid-cols-2 lg:grid-cols-4">
          {TRADE_TYPES.map((type) => (
            <label key={type} className="choice !items-start py-2.5">
              <input
                className="mt-0.5 shrink-0"
                type="checkbox"
                name="type"
                value={type}
                defaultChecked={types.includes(type)}
                aria-describedby={`about-${type}`}
              />
              <span className="min-w-0">
                <span className="block font-600 text-paper">{t(`screener:type.${type}`)}</span>
                <span id={`about-${type}`} className="block text-caption text-paper-3">
                  {t(`screener:about.${type}`)}
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid gap-4 compact:grid-cols-2 lg:grid-cols-5">
        {NUMBERS.map((field) => (
          <Field
            key={field}
            name={field}
            label={t(`screener:field.${field}`)}
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            maxLength={24}
            placeholder={t('screener:any')}
            defaultValue={values[field]}
            issue={numberIssue(wrong[field], t)}
          />
        ))}
        <Field
          name="sector"
          label={t('screener:field.sector')}
          maxLength={100}
          autoComplete="off"
          placeholder={t('screener:any')}
          defaultValue={values.sector}
          issue={wrong.sector ? t('screener:tooLong') : undefined}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="btn btn-primary">
          <Icon name="search" />
          {t('screener:scan')}
        </button>
        {scan.isScan && (
          <a className="btn btn-ghost" href="/screener">
            {t('screener:clear')}
          </a>
        )}
      </div>
    </form>
  );
}

function numberIssue(issue: ScanIssues[keyof ScanIssues], t: Translate): string | undefined {
  if (issue === undefined) return undefined;
  return issue === 'invalid' ? t('screener:notNumber') : t('errors:doubtfulNumber', issue);
}
