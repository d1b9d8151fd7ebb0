import { LEAGUE_REASON } from '#core/leagues/leagues.ts';
import { useT } from '#framework/page.tsx';
import { ChainHeadText } from '../season/Fairness.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { GameFields } from './GameFields.tsx';
import { LeagueForm } from './LeagueForm.tsx';
import { LeagueRules } from './LeagueRules.tsx';
import type { GameProofView, LeagueRulesView } from './view.ts';

type Props = LeagueRulesView & { id: string };

export function RulesTab(props: Props) {
  const { id, seasonNumber, proof, changes, edit, ending, canPlayAgain } = props;
  const t = useT();
  return (
    <div className="grid gap-7">
      <LeagueRules {...props} />
      {seasonNumber !== null && (
        <a className="w-fit underline underline-offset-4" href={`/competitions/${seasonNumber}`}>
          {t('leagues:seasonRules')}
        </a>
      )}
      {proof && <GameProof id={id} {...proof} />}
      {changes.length > 0 && (
        <TitledSection title={t('leagues:changes')}>
          <ul className="mt-2 grid gap-2 text-size-small text-paper-2">
            {changes.map(({ id: key, text, by }) => (
              <li key={key} className="[overflow-wrap:anywhere]">
                {text} <span className="text-paper-3">{by}</span>
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
      {edit && (
        <TitledSection title={t('leagues:edit')} head="mb-3 text-h3" className="max-w-120">
          <LeagueForm
            action={`/api/leagues/${id}`}
            values={edit.values}
            issues={edit.issues}
            submit={t('leagues:form.save')}
          >
            {edit.game && (
              <GameFields
                values={edit.game}
                needsReason={edit.values.needsReason}
                issues={edit.issues}
                fixed={edit.fixed}
                zone={edit.zone}
              />
            )}
          </LeagueForm>
        </TitledSection>
      )}
      {canPlayAgain && (
        <form className="card grid max-w-120 gap-3 p-4" method="post" action={`/api/leagues/${id}/again`}>
          <p className="text-size-small text-paper-2">{t('leagues:againHint')}</p>
          <Submit className="w-fit">{t('leagues:again')}</Submit>
        </form>
      )}
      {ending && <Ending {...props} ending={ending} />}
    </div>
  );
}

type EndingProps = Pick<Props, 'id' | 'endsGame'> & { ending: NonNullable<Props['ending']> };

function Ending({ id, ending, endsGame }: EndingProps) {
  const t = useT();
  const isDeleted = ending === 'delete';
  const name = t(isDeleted ? 'leagues:delete' : 'leagues:archive');
  return (
    <details className="card max-w-120 p-4">
      <summary className="cursor-pointer font-500">{name}</summary>
      <form className="mt-3 grid gap-3" method="post" action={`/api/leagues/${id}/archive`}>
        <p className="text-size-small text-paper-2">
          {endsGame && `${t('leagues:archiveEndsGame')} `}
          {t(isDeleted ? 'leagues:deleteHint' : 'leagues:archiveHint')}
        </p>
        {ending === 'admin' && (
          <Field
            name="reason"
            id="archive-reason"
            label={t('leagues:archiveReason')}
            maxLength={LEAGUE_REASON}
            dir="auto"
            required
          />
        )}
        <Submit look="danger" className="w-fit">
          {name}
        </Submit>
      </form>
    </details>
  );
}

function GameProof({ id, text, chain, hasBundle }: GameProofView & { id: string }) {
  const t = useT();
  return (
    <TitledSection title={t('leagues:proof.title')}>
      <p className="mt-2 max-w-[70ch] text-paper-2">{text}</p>
      {hasBundle && (
        <p className="mt-3 flex flex-wrap gap-3">
          <LinkButton look="primary" href={`/leagues/${id}/check`}>
            {t('check:link')}
          </LinkButton>
          <LinkButton href={`/api/leagues/${id}/bundle`} download>
            {t('proof:bundle')}
          </LinkButton>
        </p>
      )}
      {chain && <ChainHeadText {...chain} />}
    </TitledSection>
  );
}
