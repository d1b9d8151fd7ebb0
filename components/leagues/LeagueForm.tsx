import { LEAGUE_ABOUT, LEAGUE_NAME, LEAGUE_PRIZE, WAYS_TO_JOIN } from '#core/leagues/leagues.ts';
import { useT } from '#framework/page.tsx';
import { Sheet } from '../account/Sheet.tsx';
import { Field, FieldIssue, TextField } from '../ui/Field.tsx';
import type { LeagueValues } from './view.ts';

type FormProps = {
  action: string;
  values: LeagueValues;
  /** Issues of a refused form, by field. */
  issues: Readonly<Record<string, string>>;
  submit: string;
};

/** The settings of a league. */
export function LeagueForm({ action, values, issues, submit }: FormProps) {
  const t = useT();
  return (
    <form className="card grid gap-5 p-4" method="post" action={action} noValidate>
      <Field
        name="name"
        label={t('leagues:form.name')}
        hint={t('leagues:form.nameHint')}
        issue={issues.name}
        maxLength={LEAGUE_NAME.most}
        defaultValue={values.name}
        dir="auto"
        required
      />
      <TextField
        name="about"
        label={t('leagues:form.about')}
        issue={issues.about}
        rows={3}
        maxLength={LEAGUE_ABOUT}
        defaultValue={values.about}
        dir="auto"
      />
      <Field
        name="prize"
        label={t('leagues:form.prize')}
        hint={t('leagues:form.prizeHint', { note: t('leagues:prizeNote') })}
        issue={issues.prize}
        maxLength={LEAGUE_PRIZE}
        defaultValue={values.prize}
        dir="auto"
      />
      <fieldset className="grid gap-2" aria-describedby={issues.joining && 'issue-joining'}>
        <legend className="label">{t('leagues:form.joining')}</legend>
        {WAYS_TO_JOIN.map((way) => (
          <label key={way} className="choice">
            <input type="radio" name="joining" value={way} defaultChecked={values.joining === way} required />
            {t(`leagues:form.${way}`)}
          </label>
        ))}
        {issues.joining && <FieldIssue id="issue-joining">{issues.joining}</FieldIssue>}
      </fieldset>
      <label className="choice">
        <input type="checkbox" name="isLateOpen" value="true" defaultChecked={values.isLateOpen} />
        {t('leagues:form.late')}
      </label>
      <button type="submit" className="btn btn-primary min-h-11">
        {submit}
      </button>
    </form>
  );
}

type Props = Pick<FormProps, 'values' | 'issues'> & { seasonNumber: number };

/** /leagues/new */
export function NewLeaguePage({ values, issues, seasonNumber }: Props) {
  const t = useT();
  return (
    <Sheet
      title={t('leagues:new')}
      lead={`${t('leagues:form.lead')} ${t('leagues:form.over', { number: seasonNumber })}`}
      back={{ href: '/leagues', label: t('leagues:join.back') }}
    >
      <LeagueForm action="/api/leagues" values={values} issues={issues} submit={t('leagues:form.create')} />
    </Sheet>
  );
}
