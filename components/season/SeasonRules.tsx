import { useT } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';

/** A place and its prize; formatted texts. */
export type PrizePlace = { place: string; amount: string };

export type RulesView = {
  /** How places are decided and what the season forbids, as sentences. */
  rules: readonly string[];
  /** True when a rule limits trading. */
  hasLimits: boolean;
};

/** The rules of a season. */
export function RulesList({ rules, hasLimits }: RulesView) {
  const t = useT();
  return (
    <TitledSection id="rules" title={t('seasons:rules')} className="mt-10">
      <ol className="card mt-3 px-4 [&>li+li]:border-t">
        {rules.map((rule, i) => (
          <li key={rule} className="flex gap-3 py-3 text-body">
            <Bdi className="w-5 shrink-0 font-600 text-tkf">{i + 1}</Bdi>
            <span>{rule}</span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-size-small leading-body text-paper-3">
        {t(hasLimits ? 'seasons:rulesClose' : 'seasons:rulesNone')}
      </p>
    </TitledSection>
  );
}

/** The values of the form; empty for a rule that the season does not have. */
export type RulesValues = {
  minPrice: string;
  maxShare: string;
  maxVolume: string;
  minHoldMinutes: string;
  /** "true" or "false". */
  hideOpen: string;
  longOnly: string;
};

const LIMITS = [
  { name: 'minPrice', label: 'seasons:minPriceField', inputMode: 'decimal', maxLength: 12 },
  { name: 'maxShare', label: 'seasons:maxShareField', inputMode: 'numeric', maxLength: 3 },
  { name: 'maxVolume', label: 'seasons:maxVolumeField', inputMode: 'numeric', maxLength: 3 },
  { name: 'minHoldMinutes', label: 'seasons:minHoldMinutesField', inputMode: 'numeric', maxLength: 5 },
] as const;

const CHOICES = ['longOnly', 'hideOpen'] as const;

type RulesFieldsProps = {
  values: RulesValues;
  issues?: Readonly<Record<string, string>>;
  /** True while the season runs: short selling and the share of the volume cannot change then. */
  isRunning?: boolean;
};

/** The fields for rules in the admins' forms. */
export function RulesFields({ values, issues, isRunning = false }: RulesFieldsProps) {
  const t = useT();
  return (
    <fieldset className="grid gap-4 border-t border-line-1 pt-5 sm:grid-cols-2">
      <legend className="sr-only">{t('seasons:rules')}</legend>
      <p className="text-h3 sm:col-span-2" aria-hidden="true">
        {t('seasons:rules')}
      </p>
      {LIMITS.map(({ name, label, ...input }) => (
        <Field
          key={name}
          {...input}
          name={name}
          label={t(label)}
          issue={issues?.[name]}
          hint={isRunning && name === 'maxVolume' ? t('terms:fixed') : undefined}
          readOnly={isRunning && name === 'maxVolume'}
          defaultValue={values[name]}
          dir="ltr"
        />
      ))}
      {CHOICES.map((name) => (
        <fieldset key={name} className="sm:col-span-2" disabled={isRunning && name === 'longOnly'}>
          <legend className="label">{t(`seasons:${name}Field`)}</legend>
          <div className="flex flex-wrap gap-2">
            {(['false', 'true'] as const).map((value) => (
              <label key={value} className="choice">
                <input type="radio" name={name} value={value} defaultChecked={values[name] === value} />
                {t(`seasons:${name}${value === 'true' ? 'Yes' : 'No'}`)}
              </label>
            ))}
          </div>
          {isRunning && name === 'longOnly' && (
            <p className="mt-1 text-caption text-paper-3">{t('terms:fixed')}</p>
          )}
        </fieldset>
      ))}
      <p className="text-caption text-paper-3 sm:col-span-2">{t('seasons:rulesHint')}</p>
    </fieldset>
  );
}
