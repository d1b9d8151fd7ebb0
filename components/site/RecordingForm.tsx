import { AUDIENCES } from '#core/account/permissions.ts';
import { MAX_RECORDING_NOTE, MAX_SERIES, MAX_TITLE, MOST_MINUTES } from '#core/contract/recordings.ts';
import { LANGUAGES, LOCALES } from '#core/locale/locale.ts';
import { useT } from '#framework/page.tsx';
import { Field, SelectField, TextField } from '../ui/Field.tsx';

export type RecordingTexts = Readonly<Record<string, string>>;

type Props = {
  /** A prefix for the ids of the fields, as a page may have two of these forms. */
  prefix: string;
  values: RecordingTexts;
  issues: RecordingTexts;
};

export function MainFields({ prefix, values, issues }: Props) {
  const t = useT();
  return (
    <>
      <Field
        id={`${prefix}title`}
        name="title"
        label={t('recordings:inputTitle')}
        place="min-w-45 flex-1"
        maxLength={MAX_TITLE}
        defaultValue={values.title}
        issue={issues.title}
        dir="auto"
      />
      <Field
        id={`${prefix}url`}
        name="url"
        label={t('recordings:inputUrl')}
        place="min-w-45 flex-1"
        dir="ltr"
        inputMode="url"
        maxLength={2000}
        defaultValue={values.url}
        issue={issues.url}
      />
    </>
  );
}

/** The optional fields of a recording. @param series names to choose from */
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
      <SelectField
        id={`${prefix}language`}
        name="language"
        label={t('recordings:language')}
        defaultValue={values.language}
        options={[
          ['', t('recordings:anyLanguage')],
          ...LOCALES.map((locale) => [locale, LANGUAGES[locale].name] as const),
        ]}
      />
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
      <SelectField
        id={`${prefix}audience`}
        name="audience"
        label={t('recordings:audience')}
        defaultValue={values.audience}
        options={AUDIENCES.map((audience) => [audience, t(`recordings:audienceOf.${audience}`)])}
      />
      <TextField
        id={`${prefix}note`}
        name="note"
        label={t('recordings:note')}
        place="sm:col-span-2"
        dir="auto"
        rows={3}
        maxLength={MAX_RECORDING_NOTE}
        defaultValue={values.note}
        issue={issues.note}
      />
    </div>
  );
}
