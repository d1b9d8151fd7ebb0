import { MEASURES, type Measure } from '#core/contract/safety.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { traderHref } from '../leaderboard/hrefs.ts';
import { Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { NameField, SelectField } from '../ui/Field.tsx';
import { ConfirmDialog } from '../ui/PageDialog.tsx';
import { Affected, type AffectedTrader, GivenReason, ReasonField } from './measure-parts.tsx';

/** A trader with open reports or a restriction; formatted texts. */
export type ReportedView = {
  username: string;
  /** The number of open reports and the time of the oldest; null without any. */
  open: string | null;
  state: string | null;
  formerNames: readonly string[];
  reports: readonly { id: string; about: string; message: string }[];
  history: readonly { id: string; what: string; reason: string }[];
};

type ReportsPageProps = {
  /** The Idempotency-Key of the measure to confirm. */
  intent: string;
  traders: readonly ReportedView[];
  /** The measure to confirm; null without one. */
  ruling: Ruling | null;
  /** The trader of `ruling`; null for an unknown name. */
  trader: AffectedTrader | null;
};

/**
 * /admin/reports: traders with open reports or a restriction, oldest report first, and forms for measures against them.
 */
export function ReportsPage({ traders, ruling, trader, intent }: ReportsPageProps) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-254">
      <h1 className="text-h1">{t('reports:title')}</h1>
      <div className="mt-6 grid gap-4">
        {ruling && !trader && <MeasureForm username={ruling.username} refused={ruling} />}
        {traders.length === 0 ? (
          <EmptyState shape="square">{t('reports:empty')}</EmptyState>
        ) : (
          traders.map((each) => <Reported key={each.username} trader={each} />)
        )}
      </div>
      {ruling && trader && <MeasureDialog {...ruling} trader={trader} intent={intent} />}
    </div>
  );
}

type Ruling = { username: string; action: Measure; reason: string };

const BACK = '/admin/reports';

type DialogProps = Ruling & { trader: AffectedTrader; intent: string };

function MeasureDialog({ trader, action, reason, intent }: DialogProps) {
  const t = useT();
  const isSevere = action !== 'dismiss' && action !== 'lift';
  return (
    <ConfirmDialog
      title={t('reports:ask', { action: t(`reports:action.${action}`) })}
      back={BACK}
      action="/api/measures"
      fields={{ username: trader.username, action, reason, intent }}
      submit={t(`reports:action.${action}`)}
      isDanger={isSevere}
    >
      <Affected {...trader} />
      {isSevere && <p className="text-paper-2">{t('reports:reads')}</p>}
      <GivenReason place="mt-2">{reason}</GivenReason>
    </ConfirmDialog>
  );
}

function Reported({ trader }: { trader: ReportedView }) {
  const { username, open, state, formerNames, reports, history } = trader;
  return (
    <article className="card grid gap-4 p-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-h3 [overflow-wrap:anywhere]">
          <a className="underline underline-offset-4" href={traderHref(1, username, 'stats')}>
            <bdi>{username}</bdi>
          </a>
        </h2>
        {state && <span className="tag text-loss">{state}</span>}
        {open && <p className="text-size-small text-paper-2">{open}</p>}
      </header>
      <FormerNames names={formerNames} />
      <ReportList reports={reports} />
      <MeasureList history={history} />
      <MeasureForm username={username} />
    </article>
  );
}

export function FormerNames({ names }: { names: readonly string[] }) {
  const t = useT();
  if (names.length === 0) return null;
  return (
    <p className="w-full text-size-small text-paper-2">
      {t('reports:names', { names: names.map(nameInSentence).join(', ') })}
    </p>
  );
}

export function ReportList({ reports }: Pick<ReportedView, 'reports'>) {
  return (
    <ul className="grid gap-3">
      {reports.map(({ id, about, message }) => (
        <li key={id}>
          <p className="text-size-small text-paper-2">{about}</p>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {message}
          </p>
        </li>
      ))}
    </ul>
  );
}

export function MeasureList({ history }: Pick<ReportedView, 'history'>) {
  const t = useT();
  if (history.length === 0) return null;
  return (
    <section>
      <h3 className="text-size-small font-600">{t('reports:history')}</h3>
      <ul className="mt-1 grid gap-1 text-size-small text-paper-2">
        {history.map(({ id, what, reason }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {what} · <bdi>{reason}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * A form for a measure and its reason. Submitting it opens /admin/reports, with a dialog that asks for confirmation.
 * @param refused the typed values after a refusal of an unknown name. The form then asks for the name too
 * @param isReported false leaves out the dismissal of reports
 */
export function MeasureForm({
  username,
  refused,
  isReported = true,
}: {
  username: string;
  refused?: Ruling;
  isReported?: boolean;
}) {
  const t = useT();
  const key = refused ? 'measure' : `measure-${username}`;
  return (
    <form
      action={BACK}
      aria-label={`${t('reports:act')}: ${username}`}
      className="flex flex-wrap items-end gap-3 border-t border-line-1 pt-4"
    >
      {refused ? (
        <NameField
          name="username"
          label={t('seasons:name')}
          defaultValue={username}
          maxLength={100}
          issue={t('errors:UNKNOWN_TRADER')}
        />
      ) : (
        <input type="hidden" name="username" value={username} />
      )}
      <SelectField
        name="action"
        id={`${key}-action`}
        label={t('reports:act')}
        defaultValue={refused?.action}
        options={MEASURES.filter((measure) => isReported || measure !== 'dismiss').map((measure) => [
          measure,
          t(`reports:action.${measure}`),
        ])}
      />
      <ReasonField
        id={`${key}-reason`}
        label={t('reports:actReason')}
        defaultValue={refused?.reason}
        place="min-w-45 flex-1"
      />
      <Submit look="secondary">{t('reports:go')}</Submit>
    </form>
  );
}
