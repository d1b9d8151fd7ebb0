import { SEASON_LENGTHS } from '#core/season/length.ts';
import { usePage, useT } from '#framework/page.tsx';
import { RulesFields, type RulesValues } from '../season/SeasonRules.tsx';
import { Field } from '../ui/Field.tsx';

/** Values of the form, as typed. */
export type TermsValues = RulesValues & {
  startCash: string;
  prizePool: string;
  percents: string;
  reviewHours: string;
  /** Wall-clock times of the contest's zone; empty without a plan. */
  startsAt: string;
  endsAt: string;
};

type Props = {
  season: number;
  isRunning: boolean;
  /** The zone in which seasons are planned. */
  zone: string;
  values: TermsValues;
  issues: Readonly<Record<string, string>>;
  /** The terms in words, by language, once they were checked; null before that. */
  sentences: { en: readonly string[]; he: readonly string[] } | null;
};

const ACTION = '/api/season-terms';

/** /admin/seasons/next: the terms of the season that runs or comes next, in one form, and in words before they are saved. */
export function TermsPage({ season, sentences, ...form }: Props) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-215 grid-cols-1 gap-6">
      <div>
        <h1 className="text-h1">{t('terms:title', { number: season })}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">{t('terms:about')}</p>
      </div>
      {sentences ? <Checked sentences={sentences} {...form} /> : <TermsForm {...form} />}
    </div>
  );
}

type FormProps = Omit<Props, 'season' | 'sentences'>;

/** The terms in both languages, with the button that saves them. */
function Checked({ sentences, values, zone }: FormProps & { sentences: NonNullable<Props['sentences']> }) {
  const t = useT();
  return (
    <form className="grid gap-6" method="post" action={ACTION}>
      <input type="hidden" name="zone" value={zone} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <h2 className="text-h3">{t('terms:checked')}</h2>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Sentences lang="en" dir="ltr" sentences={sentences.en} />
        <Sentences lang="he" dir="rtl" sentences={sentences.he} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <button type="submit" name="step" value="change" className="btn btn-ghost">
          {t('terms:change')}
        </button>
        <button type="submit" name="step" value="save" className="btn btn-primary">
          {t('terms:save')}
        </button>
      </div>
    </form>
  );
}

type SentencesProps = { lang: 'en' | 'he'; dir: 'ltr' | 'rtl'; sentences: readonly string[] };

function Sentences({ lang, dir, sentences }: SentencesProps) {
  return (
    <ul lang={lang} dir={dir} className="card px-4 [&>li+li]:border-t">
      {sentences.map((sentence) => (
        <li key={sentence} className="py-3 text-body">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function TermsForm({ isRunning, zone, values, issues }: FormProps) {
  const { t } = usePage();
  const when = { type: 'datetime-local', dir: 'ltr' } as const;
  return (
    <form className="card grid gap-6 p-4" method="post" action={ACTION}>
      <input type="hidden" name="zone" value={zone} />
      <section className="grid gap-4" aria-labelledby="when">
        <h2 id="when" className="text-h3">
          {t('terms:when')}
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <span className="me-1 text-paper-3">{t('terms:presets')}</span>
          {SEASON_LENGTHS.map((length) => (
            <a
              key={length}
              className="btn btn-secondary btn-small"
              href={`/admin/seasons/next?length=${length}`}
            >
              {t(`terms:${length}`)}
            </a>
          ))}
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            {...when}
            name="startsAt"
            label={t('seasons:startsField')}
            issue={issues.startsAt}
            defaultValue={values.startsAt}
          />
          <Field
            {...when}
            name="endsAt"
            label={t('seasons:endsField')}
            issue={issues.endsAt}
            defaultValue={values.endsAt}
          />
        </div>
        <p className="text-caption text-paper-3">{t('terms:zone', { zone })}</p>
      </section>
      <section className="grid gap-4 border-t border-line-1 pt-5" aria-labelledby="money">
        <h2 id="money" className="text-h3">
          {t('terms:money')}
        </h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            name="startCash"
            label={t('terms:startCash')}
            issue={issues.startCash}
            hint={isRunning ? t('terms:fixed') : undefined}
            readOnly={isRunning}
            defaultValue={values.startCash}
            inputMode="decimal"
            maxLength={40}
            dir="ltr"
            required
          />
          <Field
            name="prizePool"
            label={t('competition:prizePoolIn')}
            issue={issues.prizePool}
            defaultValue={values.prizePool}
            inputMode="decimal"
            maxLength={40}
            dir="ltr"
            required
          />
          <Field
            name="percents"
            label={t('prizes:percents')}
            issue={issues.percents}
            defaultValue={values.percents}
            maxLength={100}
            dir="ltr"
            required
          />
          <Field
            name="reviewHours"
            label={t('prizes:hours')}
            issue={issues.reviewHours}
            defaultValue={values.reviewHours}
            inputMode="numeric"
            maxLength={3}
            dir="ltr"
            required
          />
        </div>
        <p className="text-caption text-paper-3">{t('prizes:hint')}</p>
      </section>
      <RulesFields values={values} issues={issues} />
      <button type="submit" name="step" value="check" className="btn btn-primary justify-self-end">
        {t('terms:check')}
      </button>
    </form>
  );
}
