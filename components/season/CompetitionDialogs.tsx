import { figureInSentence } from '#core/locale/sentence.ts';
import { usePage } from '#framework/page.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { Field, fieldOf } from '../ui/Field.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';
import { ConfirmDialog, PageDialog } from '../ui/PageDialog.tsx';
import { RulesFields, type RulesValues } from './SeasonRules.tsx';

export type CompetitionDialog = 'edit' | 'start' | 'end' | 'reset';

/** The facts that a dialog states before an admin's action; sums are formatted texts. */
export type Stakes = {
  /** `season`: number of the newest season. `next`: number of the season that a start or a reset opens. */
  season: number;
  next: number;
  /** `waiting`: the newest season has not started. `ended`: it is over. */
  state: 'waiting' | 'active' | 'ended';
  traders: number;
  ranked: number;
  prize: string;
  startCash: string;
};

/** The values of the edit form: of the season, or as typed into a refused form. */
export type CompetitionValues = RulesValues & {
  prizePool: string;
  nextCompetitionDate: string;
  /** Wall-clock times in the admin's zone; empty without a plan. */
  startsAt: string;
  endsAt: string;
  /** The version of the settings that the form shows. */
  version: string;
};

type Props = { dialog: CompetitionDialog; values: CompetitionValues; stakes: Stakes };

const BACK = '/competitions';

/** The admins' dialogs. The address names the open one; Save and Cancel lead back. */
export function CompetitionDialogs({ dialog, values, stakes }: Props) {
  const { t, zone } = usePage();
  const field = fieldOf({ values });
  if (dialog !== 'edit') return <Question dialog={dialog} {...stakes} />;
  return (
    <PageDialog title={t('competition:edit')} back={BACK} focusInside>
      <form className="grid gap-5" method="post" action="/api/update-competition">
        <Field
          {...field('prizePool')}
          label={t('competition:prizePoolIn')}
          inputMode="decimal"
          maxLength={40}
          dir="ltr"
          autoFocus
        />
        <Field {...field('nextCompetitionDate')} label={t('competition:next')} maxLength={200} dir="auto" />
        <HiddenFields fields={{ zone, version: values.version }} />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field {...field('startsAt')} type="datetime-local" label={t('seasons:startsField')} dir="ltr" />
          <Field {...field('endsAt')} type="datetime-local" label={t('seasons:endsField')} dir="ltr" />
          <p className="text-caption text-paper-3 sm:col-span-2">
            {t('seasons:timesIn', { zone: figureInSentence(zone) })}
          </p>
        </div>
        <RulesFields values={values} />
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          <LinkButton look="ghost" href={BACK}>
            {t('competition:cancel')}
          </LinkButton>
          <Submit>{t('competition:save')}</Submit>
        </div>
      </form>
    </PageDialog>
  );
}

const ACTION = {
  start: { path: '/api/toggle-competition', active: 'true' },
  end: { path: '/api/toggle-competition', active: 'false' },
  reset: { path: '/api/reset-competition', active: null },
} as const;

/** Returns the keys in competition.json of the sentences about the effects of an action. */
function consequences(dialog: Action, { state }: Stakes) {
  if (dialog === 'end') return ['endPrize', 'endFrozen', 'endForGood'] as const;
  if (dialog === 'start')
    return state === 'ended'
      ? (['startOpens', 'startPrize', 'startCloses'] as const)
      : (['startOpens', 'startPrize'] as const);
  if (state === 'waiting') return ['confirmReset', 'resetNothing'] as const;
  return [
    'confirmReset',
    state === 'active' ? 'resetEnds' : 'resetOpens',
    'resetLost',
    'resetStays',
  ] as const;
}

type Action = Exclude<CompetitionDialog, 'edit'>;

function Question({ dialog, ...stakes }: Stakes & { dialog: Action }) {
  const { t } = usePage();
  const { path, active } = ACTION[dialog];
  return (
    <ConfirmDialog
      title={t(`competition:${dialog}`)}
      back={BACK}
      action={path}
      fields={{ active, season: stakes.season }}
      submit={t(`competition:${dialog}`)}
      isDanger={dialog !== 'start'}
      question={dialog === 'reset' && stakes.state !== 'waiting' && <TypedWord />}
    >
      <ul className="grid gap-2 text-paper-2">
        {consequences(dialog, stakes).map((key) => (
          <li key={key}>{t(`competition:${key}`, stakes)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** The word that an admin must type before a reset. Only the browser checks it; the form does not send it. */
const WORD = 'RESET';

function TypedWord() {
  const { t } = usePage();
  return (
    <div className="mb-4 w-full">
      <label className="label" htmlFor="word">
        {t('competition:typeWord', { word: WORD })}
      </label>
      <input
        id="word"
        className="input w-full"
        pattern={WORD}
        title={WORD}
        autoComplete="off"
        dir="ltr"
        required
      />
    </div>
  );
}
