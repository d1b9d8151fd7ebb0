import { LOCALES, type Locale } from '#core/locale/locale.ts';
import { SEASON_LENGTHS } from '#core/season/length.ts';
import { directionOf, useT } from '#framework/page.tsx';
import { RulesFields, type RulesValues } from '../season/SeasonRules.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { Field, fieldOf } from '../ui/Field.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { ReasonField } from './measure-parts.tsx';

export type TermsValues = RulesValues & {
  startCash: string;
  prizePool: string;
  percents: string;
  reviewHours: string;
  /** The minimum numbers of trades and of days with trades; empty without such a rule. */
  leastTrades: string;
  leastDays: string;
  /**
   * When entry closes: `entryDays` after the start, or at `entryUntil`, a wall-clock time. Both are empty if entry
   * stays open.
   */
  entryDays: string;
  entryUntil: string;
  frozenHours: string;
  /** Wall-clock times in the contest's zone; empty without a plan. */
  startsAt: string;
  endsAt: string;
  /** "true" or "false". */
  isMonthly: string;
  reason: string;
  /** The version of the settings that the form shows. */
  version: string;
};

type Props = {
  season: number;
  isRunning: boolean;
  zone: string;
  values: TermsValues;
  issues: Readonly<Record<string, string>>;
  /** The terms as sentences, by language; null before the check of the form. */
  sentences: Readonly<Record<Locale, readonly string[]>> | null;
};

const ACTION = '/api/season-terms';

/** /admin/seasons/next: the terms of the running or next season, first as a form, then as sentences to confirm. */
export function TermsPage({ season, sentences, ...form }: Props) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-254 grid-cols-1 gap-6">
      <div>
        <h1 className="text-h1">{t('terms:title', { number: season })}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">{t('terms:about')}</p>
      </div>
      {sentences ? <Checked sentences={sentences} {...form} /> : <TermsForm {...form} />}
    </div>
  );
}

type FormProps = Omit<Props, 'season' | 'sentences'>;

function Checked({ sentences, values, zone }: FormProps & { sentences: NonNullable<Props['sentences']> }) {
  const t = useT();
  return (
    <form className="grid gap-6" method="post" action={ACTION}>
      <HiddenFields fields={{ zone, ...values }} />
      <h2 className="text-h3">{t('terms:checked')}</h2>
      <div className="grid items-start gap-4 md:grid-cols-2">
        {LOCALES.map((language) => (
          <Sentences key={language} lang={language} sentences={sentences[language]} />
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Submit look="ghost" name="step" value="change">
          {t('terms:change')}
        </Submit>
        <Submit name="step" value="save">
          {t('terms:save')}
        </Submit>
      </div>
    </form>
  );
}

type SentencesProps = { lang: Locale; sentences: readonly string[] };

function Sentences({ lang, sentences }: SentencesProps) {
  return (
    <ul lang={lang} dir={directionOf(lang)} className="card px-4 [&>li+li]:border-t">
      {sentences.map((sentence) => (
        <li key={sentence} className="py-3 text-body">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function TermsForm({ isRunning, zone, values, issues }: FormProps) {
  const t = useT();
  return (
    <form className="card grid gap-6 p-4" method="post" action={ACTION}>
      <HiddenFields fields={{ zone, version: values.version }} />
      <TitledSection id="when" title={t('terms:when')} className="grid gap-4">
        <Times zone={zone} values={values} issues={issues} />
      </TitledSection>
      <TitledSection id="money" title={t('terms:money')} className="grid gap-4 border-t border-line-1 pt-5">
        <Money isRunning={isRunning} values={values} issues={issues} />
      </TitledSection>
      <RulesFields values={values} issues={issues} isRunning={isRunning} />
      {isRunning && (
        <div className="border-t border-line-1 pt-5">
          <ReasonField
            label={t('terms:reason')}
            hint={t('terms:reasonHint')}
            issue={issues.reason}
            defaultValue={values.reason}
            required={false}
          />
        </div>
      )}
      <Submit className="justify-self-end" name="step" value="check">
        {t('terms:check')}
      </Submit>
    </form>
  );
}

function Times({ zone, values, issues }: Pick<FormProps, 'zone' | 'values' | 'issues'>) {
  const t = useT();
  const field = fieldOf({ values, issues });
  const time = (name: 'startsAt' | 'endsAt' | 'entryUntil') =>
    ({ ...field(name), type: 'datetime-local', dir: 'ltr' }) as const;
  const count = (name: 'entryDays' | 'frozenHours') =>
    ({ ...field(name), inputMode: 'numeric', dir: 'ltr' }) as const;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="me-1 text-paper-3">{t('terms:presets')}</span>
        {SEASON_LENGTHS.map((length) => (
          <LinkButton className="btn-small" key={length} href={`/admin/seasons/next?length=${length}`}>
            {t(`terms:${length}`)}
          </LinkButton>
        ))}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...time('startsAt')} label={t('seasons:startsField')} />
        <Field {...time('endsAt')} label={t('seasons:endsField')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...count('entryDays')} label={t('terms:entryDaysField')} maxLength={3} />
        <Field {...time('entryUntil')} label={t('terms:entryUntilField')} />
        <Field {...count('frozenHours')} label={t('terms:frozenHoursField')} maxLength={2} />
      </div>
      <p className="text-caption text-paper-3">{t('terms:zone', { zone })}</p>
      <fieldset>
        <legend className="label">{t('terms:again')}</legend>
        <div className="flex flex-wrap gap-2">
          {(['false', 'true'] as const).map((value) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name="isMonthly"
                value={value}
                defaultChecked={values.isMonthly === value}
              />
              {t(value === 'true' ? 'terms:everyMonth' : 'terms:once')}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

const AMOUNTS = [
  { name: 'startCash', label: 'terms:startCash', inputMode: 'decimal', maxLength: 40 },
  { name: 'prizePool', label: 'competition:prizePoolIn', inputMode: 'decimal', maxLength: 40 },
  { name: 'percents', label: 'prizes:percents', inputMode: 'text', maxLength: 100 },
  { name: 'reviewHours', label: 'prizes:hours', inputMode: 'numeric', maxLength: 3 },
  { name: 'leastTrades', label: 'terms:leastTrades', inputMode: 'numeric', maxLength: 4 },
  { name: 'leastDays', label: 'terms:leastDays', inputMode: 'numeric', maxLength: 3 },
] as const;

/** The fields for amounts and minimums. The start cash of a running season cannot be changed. */
function Money({ isRunning, values, issues }: Pick<FormProps, 'isRunning' | 'values' | 'issues'>) {
  const t = useT();
  const field = fieldOf({ values, issues });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {AMOUNTS.map(({ name, label, ...input }) => {
          const isFixed = isRunning && name === 'startCash';
          return (
            <Field
              key={name}
              {...field(name)}
              {...input}
              label={t(label)}
              hint={isFixed ? t('terms:fixed') : undefined}
              readOnly={isFixed}
              dir="ltr"
              required={!name.startsWith('least')}
            />
          );
        })}
      </div>
      <p className="text-caption text-paper-3">{t('prizes:hint')}</p>
    </>
  );
}
