import { MOST_SECTORS, MOST_TICKERS, POSITION_VIEWS } from '#core/leagues/own-game.ts';
import { SECTORS } from '#core/market/screener.ts';
import { useT } from '#framework/page.tsx';
import { Field, FieldIssue, TextField } from '../ui/Field.tsx';
import type { GameValues } from './view.ts';

type Props = {
  values: GameValues;
  needsReason: boolean;
  issues: Readonly<Record<string, string>>;
  /** Names of fields that cannot be changed now. */
  fixed: readonly string[];
  zone: string;
};

export function GameFields({ values, needsReason, issues, fixed, zone }: Props) {
  const t = useT();
  const field = (name: Exclude<keyof GameValues, 'longOnly' | 'sectors' | 'positionView'>) => ({
    name,
    label: t(`leagues:form.${name}`),
    issue: issues[name],
    defaultValue: values[name],
    readOnly: fixed.includes(name),
    dir: 'ltr' as const,
  });
  const isShortingFixed = fixed.includes('longOnly');
  return (
    <>
      <input type="hidden" name="zone" value={zone} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('startsAt')} type="datetime-local" hint={t('leagues:form.zoneHint', { zone })} />
        <Field {...field('endsAt')} type="datetime-local" />
        <Field {...field('startCash')} inputMode="decimal" maxLength={20} />
        <Field {...field('dayTrades')} inputMode="numeric" maxLength={3} />
        <Field {...field('minPrice')} inputMode="decimal" maxLength={12} />
        <Field {...field('maxShare')} inputMode="numeric" maxLength={3} />
      </div>
      <TextField
        {...field('tickers')}
        hint={t('leagues:form.tickersHint', { count: MOST_TICKERS })}
        rows={2}
        maxLength={4_000}
        spellCheck={false}
        autoCapitalize="characters"
      />
      <SectorFields value={values.sectors} issue={issues.sectors} isFixed={fixed.includes('sectors')} />
      <fieldset className="grid gap-2" disabled={isShortingFixed}>
        <legend className="label">{t('leagues:form.longOnly')}</legend>
        <div className="flex flex-wrap gap-2">
          {(['false', 'true'] as const).map((value) => (
            <label key={value} className="choice">
              <input type="radio" name="longOnly" value={value} defaultChecked={values.longOnly === value} />
              {t(`leagues:form.longOnly${value === 'true' ? 'Yes' : 'No'}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="grid gap-2" aria-describedby={issues.positionView && 'issue-positionView'}>
        <legend className="label">{t('leagues:form.positions')}</legend>
        {POSITION_VIEWS.map((view) => (
          <label key={view} className="choice">
            <input
              type="radio"
              name="positionView"
              value={view}
              defaultChecked={values.positionView === view}
            />
            {t(`leagues:form.positionsSeen.${view}`)}
          </label>
        ))}
        <p className="text-caption text-paper-3">{t('leagues:form.positionsHint')}</p>
        {issues.positionView && <FieldIssue id="issue-positionView">{issues.positionView}</FieldIssue>}
      </fieldset>
      <div>
        <label className="choice">
          <input
            type="checkbox"
            name="needsReason"
            value="true"
            defaultChecked={needsReason}
            aria-describedby="hint-needsReason"
          />
          {t('leagues:form.needsReason')}
        </label>
        <p id="hint-needsReason" className="mt-1 text-caption text-paper-3">
          {t('leagues:form.needsReasonHint')}
        </p>
      </div>
    </>
  );
}

type SectorFieldsProps = { value: string; issue: string | undefined; isFixed: boolean };

/** The choice of sectors in place of tickers. @param value names separated by commas */
function SectorFields({ value, issue, isFixed }: SectorFieldsProps) {
  const t = useT();
  const chosen = value.split(',');
  return (
    <fieldset className="grid gap-2" disabled={isFixed} aria-describedby={issue && 'issue-sectors'}>
      <legend className="label">{t('leagues:form.sectors', { count: MOST_SECTORS })}</legend>
      <p className="text-caption text-paper-3">{t('leagues:form.sectorsHint')}</p>
      <input type="hidden" name="sectors" value="" />
      <div className="flex flex-wrap gap-2">
        {SECTORS.map((sector) => (
          <label key={sector} className="choice">
            <input type="checkbox" name="sectors" value={sector} defaultChecked={chosen.includes(sector)} />
            {t(`screener:sectors.${sector}`)}
          </label>
        ))}
      </div>
      {issue && <FieldIssue id="issue-sectors">{issue}</FieldIssue>}
    </fieldset>
  );
}
