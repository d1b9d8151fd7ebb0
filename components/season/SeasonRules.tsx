import { CHOICE_RULES, isFixedRule, NUMBER_RULES, type RuleName } from '#core/trading/season-rules.ts';
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

/** The values of the form: empty for a rule that the season does not have; "true" or "false" for a choice. */
export type RulesValues = Record<RuleName, string>;

const inputOf = (name: (typeof NUMBER_RULES)[number]) =>
  name === 'minPrice'
    ? ({ inputMode: 'decimal', maxLength: 12 } as const)
    : ({ inputMode: 'numeric', maxLength: name === 'minHoldMinutes' ? 5 : 3 } as const);

type RulesFieldsProps = {
  values: RulesValues;
  issues?: Readonly<Record<string, string>>;
  /** True when the season runs: some rules are fixed then. */
  isRunning?: boolean;
};

export function RulesFields({ values, issues, isRunning = false }: RulesFieldsProps) {
  const t = useT();
  const isFixed = (name: RuleName) => isRunning && isFixedRule(name);
  return (
    <fieldset className="grid gap-4 border-t border-line-1 pt-5 sm:grid-cols-2">
      <legend className="sr-only">{t('seasons:rules')}</legend>
      <p className="text-h3 sm:col-span-2" aria-hidden="true">
        {t('seasons:rules')}
      </p>
      {NUMBER_RULES.map((name) => (
        <Field
          key={name}
          {...inputOf(name)}
          name={name}
          label={t(`seasons:${name}Field`)}
          issue={issues?.[name]}
          hint={isFixed(name) ? t('terms:fixed') : undefined}
          readOnly={isFixed(name)}
          defaultValue={values[name]}
          dir="ltr"
        />
      ))}
      {CHOICE_RULES.map((name) => (
        <fieldset key={name} className="sm:col-span-2" disabled={isFixed(name)}>
          <legend className="label">{t(`seasons:${name}Field`)}</legend>
          <div className="flex flex-wrap gap-2">
            {(['false', 'true'] as const).map((value) => (
              <label key={value} className="choice">
                <input type="radio" name={name} value={value} defaultChecked={values[name] === value} />
                {t(`seasons:${name}${value === 'true' ? 'Yes' : 'No'}`)}
              </label>
            ))}
          </div>
          {isFixed(name) && <p className="mt-1 text-caption text-paper-3">{t('terms:fixed')}</p>}
        </fieldset>
      ))}
      <p className="text-caption text-paper-3 sm:col-span-2">{t('seasons:rulesHint')}</p>
    </fieldset>
  );
}
