import { useT } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';

/** The rules as a form has them: empty where there is none. */
export type RulesValues = { minPrice: string; maxShare: string; minHoldMinutes: string; hideOpen: string };

/** The rules' part of the edit form. */
export function RulesFields({ values }: { values: RulesValues }) {
  const t = useT();
  return (
    <fieldset className="grid gap-4 border-t border-line-1 pt-5 sm:grid-cols-3">
      <legend className="sr-only">{t('seasons:rules')}</legend>
      <p className="text-h3 sm:col-span-3" aria-hidden="true">
        {t('seasons:rules')}
      </p>
      <Field
        name="minPrice"
        label={t('seasons:minPriceField')}
        defaultValue={values.minPrice}
        inputMode="decimal"
        maxLength={12}
        dir="ltr"
      />
      <Field
        name="maxShare"
        label={t('seasons:maxShareField')}
        defaultValue={values.maxShare}
        inputMode="numeric"
        maxLength={3}
        dir="ltr"
      />
      <Field
        name="minHoldMinutes"
        label={t('seasons:minHoldField')}
        defaultValue={values.minHoldMinutes}
        inputMode="numeric"
        maxLength={5}
        dir="ltr"
      />
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
