import { CLAIM_DAYS } from '#core/season/review.ts';
import { useT } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';

/** Finished figures; null or false where there is no such rule. */
export type RulesView = {
  /** Everyone's start cash. */
  startCash: string;
  /** The places that win and what each wins, the first place first. */
  prizes: readonly { place: string; amount: string }[];
  /** Hours for which the winners are provisional. */
  reviewHours: number;
  minPrice: string | null;
  maxShare: { percent: number; limit: string } | null;
  minHoldMinutes: number | null;
  hideOpen: boolean;
};

/** How places are decided and what the season forbids. */
export function RulesList({
  startCash,
  prizes,
  reviewHours,
  minPrice,
  maxShare,
  minHoldMinutes,
  hideOpen,
}: RulesView) {
  const t = useT();
  const extra = [
    minPrice !== null && t('seasons:ruleMinPrice', { price: minPrice }),
    maxShare !== null && t('seasons:ruleMaxShare', maxShare),
    minHoldMinutes !== null && t('seasons:ruleMinHold', { count: minHoldMinutes }),
    hideOpen && t('seasons:ruleHideOpen'),
  ].filter((rule) => rule !== false);
  const rules = [
    t('competition:ruleStart', { cash: startCash }),
    t('competition:rulePlaces'),
    ...(prizes.length > 1
      ? [
          t('competition:rulePrizes', {
            prizes: prizes.map((prize) => t('competition:prizeOfPlace', prize)).join(' · '),
          }),
          t('competition:ruleTiesPlaces'),
        ]
      : [t('competition:ruleTies')]),
    reviewHours === 0 ? t('competition:ruleFinal') : t('competition:ruleReview', { count: reviewHours }),
    t('competition:ruleClaim', { days: CLAIM_DAYS }),
    t('competition:ruleRanked'),
    ...extra,
  ];
  return (
    <section className="mt-10" aria-labelledby="rules">
      <h2 id="rules" className="text-h3">
        {t('seasons:rules')}
      </h2>
      <ol className="card mt-3 px-4 [&>li+li]:border-t">
        {rules.map((rule, i) => (
          <li key={rule} className="flex gap-3 py-3 text-body">
            <Bdi className="w-5 shrink-0 font-600 text-tkf">{i + 1}</Bdi>
            <span>{rule}</span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-size-small leading-body text-paper-3">
        {t(extra.length === 0 ? 'seasons:rulesNone' : 'seasons:rulesClose')}
      </p>
    </section>
  );
}

/** The values of the form; empty where there is no such rule. */
export type RulesValues = { minPrice: string; maxShare: string; minHoldMinutes: string; hideOpen: string };

const LIMITS = [
  { name: 'minPrice', label: 'seasons:minPriceField', inputMode: 'decimal', maxLength: 12 },
  { name: 'maxShare', label: 'seasons:maxShareField', inputMode: 'numeric', maxLength: 3 },
  { name: 'minHoldMinutes', label: 'seasons:minHoldMinutesField', inputMode: 'numeric', maxLength: 5 },
] as const;

/** The fields of the rules in the edit form. */
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
