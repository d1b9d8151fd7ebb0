import { AUDIENCES } from '#core/account/permissions.ts';
import { MAX_RECORDING_NOTE, MAX_SERIES, MAX_TITLE, MOST_MINUTES } from '#core/contract/recordings.ts';
import { LANGUAGES, LOCALES } from '#core/locale/locale.ts';
import { useT } from '#framework/page.tsx';
import { Field, fieldOf, SelectField, TextField } from '../ui/Field.tsx';

export type RecordingTexts = Readonly<Record<string, string>>;

type Props = {
  /** A prefix for the ids of the fields, as a page may have two of these forms. */
  prefix: string;
  values: RecordingTexts;
  issues: RecordingTexts;
};

export function MainFields(form: Props) {
  const t = useT();
  const field = fieldOf(form);
  return (
    <>
      <Field
        {...field('title')}
        label={t('recordings:inputTitle')}
        place="min-w-45 flex-1"
        maxLength={MAX_TITLE}
        dir="auto"
      />
      <Field
        {...field('url')}
        label={t('recordings:inputUrl')}
        place="min-w-45 flex-1"
        dir="ltr"
        inputMode="url"
        maxLength={2000}
      />
    </>
  );
}

/** The optional fields of a recording. @param series names to choose from */
export function MoreFields({ series, ...form }: Props & { series: readonly string[] }) {
  const t = useT();
  const field = fieldOf(form);
  const seriesList = `${form.prefix}all-series`;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field {...field('heldOn')} type="date" label={t('recordings:heldOn')} />
      <Field
        {...field('series')}
        label={t('recordings:series')}
        list={seriesList}
        dir="auto"
        maxLength={MAX_SERIES}
      />
      <datalist id={seriesList}>
        {series.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SelectField
        {...field('language')}
        label={t('recordings:language')}
        options={[
          ['', t('recordings:anyLanguage')],
          ...LOCALES.map((locale) => [locale, LANGUAGES[locale].name] as const),
        ]}
      />
      <Field {...field('minutes')} type="number" min={1} max={MOST_MINUTES} label={t('recordings:minutes')} />
      <SelectField
        {...field('audience')}
        label={t('recordings:audience')}
        options={AUDIENCES.map((audience) => [audience, t(`recordings:audienceOf.${audience}`)])}
      />
      <TextField
        {...field('note')}
        label={t('recordings:note')}
        place="sm:col-span-2"
        dir="auto"
        rows={3}
        maxLength={MAX_RECORDING_NOTE}
      />
    </div>
  );
}
