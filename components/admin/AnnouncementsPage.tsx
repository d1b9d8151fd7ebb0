import {
  AUTOMATIC_KINDS,
  type AutomaticKind,
  MOST_A_DAY,
  MOST_ANNOUNCEMENT,
} from '#core/announcements/announcements.ts';
import { addressOf } from '#core/contract/address.ts';
import { languageName } from '#core/locale/format.ts';
import { LOCALES, type WrittenText } from '#core/locale/locale.ts';
import { directionOf, usePage, useT } from '#framework/page.tsx';
import { PostButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field, TextField } from '../ui/Field.tsx';
import { HiddenFields, type HiddenValues } from '../ui/HiddenFields.tsx';
import { BackLink, PageLinks } from '../ui/Links.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';

/** An announcement that was sent; formatted texts. */
export type SentView = {
  id: number;
  title: string;
  message: string;
  when: string;
  /** The author; null for an automatic announcement. */
  author: string | null;
  /** The state of the Discord post, and the number of lost mails if there are any. */
  channels: readonly string[];
};

type Texts = Readonly<Record<string, string>>;
type Props = {
  channels: string;
  silent: readonly AutomaticKind[];
  drafts: readonly { id: number; start: string }[];
  sent: readonly SentView[];
  search: string;
  page: number;
  pages: number;
  /** The Idempotency-Key of the form for a new announcement. */
  intent: string;
  values: Texts;
  issues: Texts;
};

/** /admin/announcements: sent and planned announcements, switches of automatic ones, and the form for a new one. */
export function AnnouncementsPage(props: Props) {
  const { channels, silent, drafts, sent, search, page, pages, intent, values, issues } = props;
  const t = useT();
  const hrefOf = (to: number) => addressOf('/admin/announcements', { q: search, page: to });
  return (
    <div className="mx-auto grid w-full max-w-215 grid-cols-1 gap-7">
      <div>
        <h1 className="text-h1">{t('announcements:title')}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">{channels}</p>
      </div>
      <TitledSection id="write" title={t('announcements:write')} className="grid grid-cols-1 gap-3">
        <p className="max-w-[72ch] text-size-small text-paper-2">
          {t('announcements:writeAbout', { count: MOST_A_DAY })}
        </p>
        {drafts.length > 0 && (
          <ul className="border-t border-line-1">
            {drafts.map(({ id, start }) => (
              <li key={id} className="border-b border-line-1">
                <a
                  className="flex min-h-11 items-center gap-3 px-3 py-2 hover:bg-ink-2"
                  href={`/admin/announcements?id=${id}`}
                >
                  <span className="tag">{t('announcements:draft')}</span>
                  <bdi className="min-w-0 truncate">{start}</bdi>
                </a>
              </li>
            ))}
          </ul>
        )}
        <TextsForm
          action="/api/announcements"
          fields={{ intent }}
          values={values}
          issues={issues}
          button={t('announcements:preview')}
        />
      </TitledSection>
      <TitledSection id="automatic" title={t('announcements:automatic')}>
        <form className="mt-3 grid gap-4" method="post" action="/api/announcements/kinds">
          <input type="hidden" name="kinds" value="" />
          <ul className="card">
            {AUTOMATIC_KINDS.map((kind) => (
              <li key={kind} className="border-t border-line-1 first:border-t-0">
                <label className="flex min-h-11 items-center gap-3 px-4 py-2">
                  <input type="checkbox" name="kinds" value={kind} defaultChecked={!silent.includes(kind)} />
                  {t(`announcements:kind.${kind}`)}
                </label>
              </li>
            ))}
          </ul>
          <Submit look="secondary" className="w-fit">
            {t('announcements:save')}
          </Submit>
        </form>
      </TitledSection>
      <TitledSection id="sent" title={t('announcements:sentList')}>
        <form className="mt-3 flex flex-wrap items-end gap-3" action="/admin/announcements">
          <div className="min-w-60 flex-1">
            <Field
              name="q"
              label={t('announcements:search')}
              maxLength={100}
              defaultValue={search}
              dir="auto"
            />
          </div>
          <Submit look="secondary" className="min-h-10 coarse:min-h-11">
            {t('announcements:find')}
          </Submit>
        </form>
        {sent.length === 0 ? (
          <div className="mt-3">
            <EmptyState shape="square">{t('announcements:none')}</EmptyState>
          </div>
        ) : (
          <ol className="card mt-3">
            {sent.map((each) => (
              <Sent key={each.id} {...each} />
            ))}
          </ol>
        )}
        <PageLinks page={page} pages={pages} hrefOf={hrefOf} />
      </TitledSection>
    </div>
  );
}

function Sent({ title, message, when, author, channels }: SentView) {
  const t = useT();
  return (
    <li className="grid gap-1 border-t border-line-1 p-4 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-body font-600">{title}</h3>
        <span className="text-caption text-paper-3">
          <bdi>{when}</bdi> · <bdi>{author ?? t('seasons:server')}</bdi>
        </span>
      </div>
      <p className="whitespace-pre-line break-words text-size-small text-paper-2">{message}</p>
      {channels.length > 0 && <p className="text-caption text-paper-3">{channels.join(' · ')}</p>}
    </li>
  );
}

type FormProps = {
  action: string;
  /** Hidden fields: the version of the texts that the form shows, or the Idempotency-Key of a new announcement. */
  fields: HiddenValues;
  values: Partial<WrittenText>;
  issues: Texts;
  button: string;
};

function TextsForm({ action, fields, values, issues, button }: FormProps) {
  return (
    <form className="card grid grid-cols-1 gap-4 p-4" method="post" action={action}>
      <HiddenFields fields={fields} />
      <LanguageFields most={MOST_ANNOUNCEMENT} values={values} issues={issues} />
      <Submit look="secondary" className="w-fit">
        {button}
      </Submit>
    </form>
  );
}

type LanguageFieldsProps = Pick<FormProps, 'values' | 'issues'> & {
  /** The length limit of each text, characters. */
  most: number;
  form?: string;
};

export function LanguageFields({ most, values, issues, form }: LanguageFieldsProps) {
  const { t, locale } = usePage();
  return LOCALES.map((language) => (
    <TextField
      key={language}
      name={language}
      id={form && `${language}-${form}`}
      label={t('inbox:textIn', { language: languageName(language, locale) })}
      lang={language}
      dir={directionOf(language)}
      height="min-h-30"
      rows={4}
      maxLength={most}
      required
      defaultValue={values[language]}
      issue={issues[language]}
    />
  ));
}

type AnnouncementProps = {
  id: number;
  texts: WrittenText;
  version: string;
  titles: WrittenText;
  /** When the announcement was sent, and by whom; null for a draft. */
  sent: string | null;
  channels: string;
  values: Readonly<Record<string, string>>;
  issues: Readonly<Record<string, string>>;
};

/** /admin/announcements?id=ID: an announcement in both languages. Admins can change a draft until they send it. */
export function AnnouncementPage(props: AnnouncementProps) {
  const { id, texts, version, titles, sent, channels, values, issues } = props;
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-215 grid-cols-1 gap-6">
      <div>
        <BackLink href="/admin/announcements">{t('announcements:title')}</BackLink>
        <h1 className="mt-4 text-h1">{t(sent ? 'announcements:sentOne' : 'announcements:preview')}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">{sent ?? channels}</p>
      </div>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {LOCALES.map((language) => (
          <section
            key={language}
            className="card p-4"
            lang={language}
            dir={directionOf(language)}
            data-preview={language}
          >
            <h2 className="text-body font-600">{titles[language]}</h2>
            <p className="mt-1 whitespace-pre-line break-words text-size-small text-paper-2">
              {texts[language]}
            </p>
          </section>
        ))}
      </div>
      {!sent && (
        <>
          <div className="flex flex-wrap gap-3">
            <PostButton action={`/api/announcements/${id}/send`} fields={{ version }}>
              {t('announcements:send')}
            </PostButton>
            <PostButton
              action={`/api/announcements/${id}/delete`}
              fields={{ version }}
              look="ghost"
              className="text-loss"
            >
              {t('announcements:delete')}
            </PostButton>
          </div>
          <TitledSection id="change" title={t('announcements:change')} head="mb-3 text-h3">
            <TextsForm
              action={`/api/announcements/${id}`}
              fields={{ version }}
              values={{ ...texts, ...values }}
              issues={issues}
              button={t('announcements:preview')}
            />
          </TitledSection>
        </>
      )}
    </div>
  );
}
