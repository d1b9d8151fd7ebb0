import { useT } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';

/** The rules as a form has them: empty where there is none. */
export type RulesValues = { minPrice: string; maxShare: string; minHoldMinutes: string; hideOpen: string };

const LIMITS = [
  { name: 'minPrice', label: 'seasons:minPriceField', inputMode: 'decimal', maxLength: 12 },
  { name: 'maxShare', label: 'seasons:maxShareField', inputMode: 'numeric', maxLength: 3 },
  { name: 'minHoldMinutes', label: 'seasons:minHoldField', inputMode: 'numeric', maxLength: 5 },
] as const;

/** The rules' part of the edit form. */
export function RulesFields({ values }: { values: RulesValues }) {
  const t = useT();
  return (
    <fieldset className="grid gap-4 border-t border-line-1 pt-5 sm:grid-cols-3">
      <legend className="sr-only">{t('seasons:rules')}</legend>
      <p className="text-h3 sm:col-span-3" aria-hidden="true">
        {t('seasons:rules')}
      </p>
      {LIMITS.map(({ name, label, ...input }) => (
        <Field key={name} {...input} name={name} label={t(label)} defaultValue={values[name]} dir="ltr" />
      ))}
      <fieldset className="sm:col-span-3">
        <legend className="label">{t('seasons:hideOpenField')}</legend>
        <div className="flex flex-wrap gap-2">
          {(['false', 'true'] as const).map((value) => (
            <label key={value} className="choice">
              <input type="radio" name="hideOpen" value={value} defaultChecked={values.hideOpen === value} />
              {t(value === 'true' ? 'seasons:hideOpenYes' : 'seasons:hideOpenNo')}
            </label>
          ))}
        </div>
      </fieldset>
      <p className="text-caption text-paper-3 sm:col-span-3">{t('seasons:rulesHint')}</p>
    </fieldset>
  );
}
