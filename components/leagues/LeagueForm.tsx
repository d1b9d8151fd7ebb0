import type { ReactNode } from 'react';
import {
  LEAGUE_ABOUT,
  LEAGUE_KINDS,
  LEAGUE_NAME,
  LEAGUE_PRIZE,
  type LeagueKind,
  type LeagueSettings,
  LISTING_DAYS,
  WAYS_TO_JOIN,
} from '#core/leagues/leagues.ts';
import { GAME_PRESETS } from '#core/leagues/own-game.ts';
import { useT } from '#framework/page.tsx';
import { Sheet } from '../account/Sheet.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { Field, FieldIssue, fieldOf, TextField } from '../ui/Field.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { GameFields } from './GameFields.tsx';
import { LeagueRules } from './LeagueRules.tsx';
import type { GameValues, LeagueFacts } from './view.ts';

type FormProps = {
  action: string;
  values: LeagueSettings;
  issues: Readonly<Record<string, string>>;
  submit: string;
  /** A second button, after the one that submits. */
  more?: ReactNode;
  /** The fields of a private game; absent for a league over the season. */
  children?: ReactNode;
};

const FORM_ID = 'league';

export function LeagueForm({ action, values, issues, submit, more, children }: FormProps) {
  const t = useT();
  const field = fieldOf<'name' | 'about' | 'prize'>({ values, issues });
  return (
    <form id={FORM_ID} className="card grid gap-5 p-4" method="post" action={action} noValidate>
      <Field
        {...field('name')}
        label={t('leagues:form.name')}
        hint={t('leagues:form.nameHint')}
        maxLength={LEAGUE_NAME.most}
        dir="auto"
        required
      />
      <TextField
        {...field('about')}
        label={t('leagues:form.about')}
        rows={3}
        maxLength={LEAGUE_ABOUT}
        dir="auto"
      />
      <Field
        {...field('prize')}
        label={t('leagues:form.prize')}
        hint={t('leagues:form.prizeHint', { note: t('leagues:prizeNote') })}
        maxLength={LEAGUE_PRIZE}
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
      <div className="grid gap-1">
        <label className="choice">
          <input
            type="checkbox"
            name="isListed"
            value="true"
            defaultChecked={values.isListed}
            aria-describedby="hint-isListed"
          />
          {t('leagues:form.listed')}
        </label>
        <p id="hint-isListed" className="text-caption text-paper-3">
          {t('leagues:form.listedHint', { count: LISTING_DAYS })}
        </p>
      </div>
      {children}
      <div className="flex flex-wrap gap-2">
        <Submit className="min-h-11 flex-1">{submit}</Submit>
        {more}
      </div>
    </form>
  );
}

/** The choice between the season and a private game, with the fields of the private game. */
function KindFields({
  kind,
  issues,
  seasonNumber,
  children,
}: { kind: LeagueKind; seasonNumber: number; children: ReactNode } & Pick<FormProps, 'issues'>) {
  const t = useT();
  return (
    <>
      <fieldset className="grid gap-2" aria-describedby={issues.kind && 'issue-kind'}>
        <legend className="label">{t('leagues:form.kind')}</legend>
        {LEAGUE_KINDS.map((each) => (
          <label key={each} className="choice">
            <input type="radio" name="kind" value={each} defaultChecked={kind === each} required />
            {each === 'own'
              ? t('leagues:form.kindOwn')
              : t('leagues:form.kindSeason', { number: seasonNumber })}
          </label>
        ))}
        {issues.kind && <FieldIssue id="issue-kind">{issues.kind}</FieldIssue>}
      </fieldset>
      <section className="grid gap-5 border-t border-line-1 pt-5 [form:not(:has([value=own]:checked))_&]:hidden">
        <div>
          <h2 className="text-h3">{t('leagues:form.own')}</h2>
          <p className="mt-1 text-caption text-paper-3">{t('leagues:form.ownHint')}</p>
        </div>
        {children}
      </section>
    </>
  );
}

/** The league that the form describes, with its rules, and a button that submits the form to create this league. */
function Preview(facts: LeagueFacts) {
  const t = useT();
  return (
    <TitledSection title={t('leagues:form.preview')} className="card grid gap-5 p-4">
      <p className="text-h2 [overflow-wrap:anywhere]">
        <bdi>{facts.name}</bdi>
      </p>
      <LeagueRules {...facts} />
      <Submit className="min-h-11" form={FORM_ID}>
        {t('leagues:form.create')}
      </Submit>
    </TitledSection>
  );
}

type Props = Pick<FormProps, 'values' | 'issues'> & {
  /** The Idempotency-Key of the form. */
  intent: string;
  /** The league that the form describes; null until the reader asks for a preview. */
  preview: LeagueFacts | null;
  kind: LeagueKind;
  game: GameValues;
  zone: string;
  seasonNumber: number;
};

export function NewLeaguePage(props: Props) {
  const { intent, preview, kind, values, game, zone, issues, seasonNumber } = props;
  const t = useT();
  return (
    <Sheet
      title={t('leagues:new')}
      lead={t('leagues:form.lead')}
      back={{ href: '/leagues', label: t('leagues:join.back') }}
    >
      {preview && <Preview {...preview} />}
      <p className="mb-4 flex flex-wrap items-center gap-2 text-size-small text-paper-2">
        {t('leagues:form.presets')}
        {GAME_PRESETS.map((preset) => (
          <LinkButton key={preset} href={`/leagues/new?preset=${preset}`}>
            {t(`leagues:form.preset.${preset}`)}
          </LinkButton>
        ))}
      </p>
      <LeagueForm
        action="/api/leagues"
        values={values}
        issues={issues}
        submit={t('leagues:form.create')}
        more={
          <Submit look="secondary" className="min-h-11 flex-1" formAction="/api/leagues/preview">
            {t('leagues:form.look')}
          </Submit>
        }
      >
        <input type="hidden" name="intent" value={intent} />
        <KindFields kind={kind} issues={issues} seasonNumber={seasonNumber}>
          <GameFields values={game} needsReason={values.needsReason} issues={issues} fixed={[]} zone={zone} />
        </KindFields>
      </LeagueForm>
    </Sheet>
  );
}
