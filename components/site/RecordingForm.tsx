import type { ReactNode } from 'react';
import { AUDIENCES } from '#core/account/permissions.ts';
import { MAX_RECORDING_NOTE, MAX_SERIES, MAX_TITLE, MOST_MINUTES } from '#core/contract/recordings.ts';
import { LANGUAGES, LOCALES } from '#core/locale/locale.ts';
import { useT } from '#framework/page.tsx';
import { Field, FieldIssue } from '../ui/Field.tsx';

/** Values or issues of the form's fields. */
export type RecordingTexts = Readonly<Record<string, string>>;

type Props = {
  /** Begins the ids of the fields; a page may have two of these forms. */
  prefix: string;
  values: RecordingTexts;
  issues: RecordingTexts;
};

/** Title and address of a recording, as two fields of a row. */
export function MainFields({ prefix, values }: Omit<Props, 'issues'>) {
  const t = useT();
  return (
    <>
      <div className="min-w-45 flex-1">
        <label className="label" htmlFor={`${prefix}title`}>
          {t('recordings:inputTitle')}
        </label>
        <input
          id={`${prefix}title`}
          name="title"
          className="input w-full"
          maxLength={MAX_TITLE}
          defaultValue={values.title}
        />
      </div>
      <div className="min-w-45 flex-1">
        <label className="label" htmlFor={`${prefix}url`}>
          {t('recordings:inputUrl')}
        </label>
        <input
          id={`${prefix}url`}
          name="url"
          className="input w-full"
          dir="ltr"
          inputMode="url"
          maxLength={2000}
          defaultValue={values.url}
        />
      </div>
    </>
  );
}

/** All that a recording may have besides. @param series names to choose from */
export function MoreFields({ prefix, values, issues, series }: Props & { series: readonly string[] }) {
  const t = useT();
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field
        id={`${prefix}heldOn`}
        name="heldOn"
        type="date"
        label={t('recordings:heldOn')}
        defaultValue={values.heldOn}
        issue={issues.heldOn}
      />
      <Field
        id={`${prefix}series`}
        name="series"
        label={t('recordings:series')}
        list={`${prefix}all-series`}
        dir="auto"
        maxLength={MAX_SERIES}
        defaultValue={values.series}
        issue={issues.series}
      />
      <datalist id={`${prefix}all-series`}>
        {series.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Choice
        id={`${prefix}language`}
        name="language"
        label={t('recordings:language')}
        value={values.language}
      >
        <option value="">{t('recordings:anyLanguage')}</option>
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LANGUAGES[locale].name}
          </option>
        ))}
      </Choice>
      <Field
        id={`${prefix}minutes`}
        name="minutes"
        type="number"
        min={1}
        max={MOST_MINUTES}
        label={t('recordings:minutes')}
        defaultValue={values.minutes}
        issue={issues.minutes}
      />
      <Choice
        id={`${prefix}audience`}
        name="audience"
        label={t('recordings:audience')}
        value={values.audience}
      >
        {AUDIENCES.map((audience) => (
          <option key={audience} value={audience}>
            {t(`recordings:audienceOf.${audience}`)}
          </option>
        ))}
      </Choice>
      <div className="sm:col-span-2">
        <label className="label" htmlFor={`${prefix}note`}>
          {t('recordings:note')}
        </label>
        <textarea
          id={`${prefix}note`}
          name="note"
          dir="auto"
          className="input w-full py-2"
          rows={3}
          maxLength={MAX_RECORDING_NOTE}
          defaultValue={values.note}
          aria-invalid={issues.note ? true : undefined}
          aria-describedby={issues.note && `issue-${prefix}note`}
        />
        {issues.note && <FieldIssue id={`issue-${prefix}note`}>{issues.note}</FieldIssue>}
      </div>
    </div>
  );
}

type ChoiceProps = {
  id: string;
  name: string;
  label: string;
  value: string | undefined;
  children: ReactNode;
};

function Choice({ id, name, label, value, children }: ChoiceProps) {
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} name={name} className="input w-full" defaultValue={value}>
        {children}
      </select>
    </div>
  );
}
