import { usePage } from '#framework/page.tsx';
import { Field } from '../ui/Field.tsx';
import { PageDialog } from '../ui/PageDialog.tsx';
import { RulesFields, type RulesValues } from './RulesFields.tsx';

export type CompetitionDialog = 'edit' | 'reset';

type Props = {
  dialog: CompetitionDialog;
  prizePool: string;
  nextCompetitionDate: string;
  /** Wall-clock times of the admin's zone as a form has them, empty when nothing is planned. */
  startsAt: string;
  endsAt: string;
  rules: RulesValues;
};

const BACK = '/competitions';

/** The admins' dialogs. The address says which is open, so they need no script; Save and Cancel lead back. */
export function CompetitionDialogs(props: Props) {
  const { dialog, prizePool, nextCompetitionDate, startsAt, endsAt, rules } = props;
  const { t, zone } = usePage();
  const cancel = (
    <a className="btn btn-ghost" href={BACK}>
      {t('competition:cancel')}
    </a>
  );
  if (dialog === 'reset') {
    return (
      <PageDialog title={t('competition:reset')} back={BACK}>
        <p className="text-paper-2">{t('competition:confirmReset')}</p>
        <form className="mt-6 flex flex-wrap justify-end gap-2" method="post" action="/api/reset-competition">
          {cancel}
          <button type="submit" className="btn btn-danger">
            {t('competition:reset')}
          </button>
        </form>
      </PageDialog>
    );
  }
  return (
    <PageDialog title={t('competition:edit')} back={BACK} focusInside>
      <form className="grid gap-5" method="post" action="/api/update-competition">
        <Field
          name="prizePool"
          label={t('competition:prizePoolIn')}
          defaultValue={prizePool}
          inputMode="decimal"
          maxLength={40}
          dir="ltr"
          autoFocus
        />
        <Field
          name="nextCompetitionDate"
          label={t('competition:next')}
          defaultValue={nextCompetitionDate}
          maxLength={200}
        />
        <input type="hidden" name="zone" value={zone} />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field
            name="startsAt"
            type="datetime-local"
            label={t('seasons:startsField')}
            defaultValue={startsAt}
            dir="ltr"
          />
          <Field
            name="endsAt"
            type="datetime-local"
            label={t('seasons:endsField')}
            defaultValue={endsAt}
            dir="ltr"
          />
        </div>
        <RulesFields values={rules} />
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          {cancel}
          <button type="submit" className="btn btn-primary">
            {t('competition:save')}
          </button>
        </div>
      </form>
    </PageDialog>
  );
}
