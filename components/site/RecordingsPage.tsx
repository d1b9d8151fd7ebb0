import { Fragment } from 'react';
import { addressOf, pageField } from '#core/contract/address.ts';
import type { Recording } from '#core/contract/recordings.ts';
import { LANGUAGES } from '#core/locale/locale.ts';
import { usePage } from '#framework/page.tsx';
import { LinkButton, PostButton, Submit } from '../ui/Button.tsx';
import { EmptyState, Unread } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageLinks } from '../ui/Links.tsx';
import { ConfirmDialog, PageDialog } from '../ui/PageDialog.tsx';
import { MainFields, MoreFields, type RecordingTexts } from './RecordingForm.tsx';

type RecordingRow = Recording & {
  /** When it was added, formatted in the reader's zone. */
  date: string;
  /** The day of the event, formatted; null when it is not recorded. */
  day: string | null;
};

type Library = {
  /** Ordered by series. */
  recordings: readonly RecordingRow[];
  /** The recording that staff edits or deletes in a dialog, from any page of the list; null without a dialog. */
  subject: RecordingRow | null;
  /** The number of this page, plus 1 if there is a next page. The server does not count all pages. */
  pages: number;
  /** True when a role in Discord makes traders community members. */
  hasMembers: boolean;
  /** The names of all series. Readers outside the staff get an empty list. */
  series: readonly string[];
  /** The deleted recordings of the last 7 days. Readers outside the staff get an empty list. */
  deleted: readonly { id: number; title: string; until: string }[];
};

type Props = {
  /** Null when it could not be read. */
  library: Library | null;
  q: string;
  page: number;
  /** What the dialog does with `library.subject`. */
  dialog: 'edit' | 'delete';
  /** The Idempotency-Key of the form that adds a recording without scripts. */
  intent: string;
  values: RecordingTexts;
  issues: RecordingTexts;
};

/** /recordings: the library. Staff can add, edit and delete. */
export function RecordingsPage({ library, q, page, dialog, intent, values, issues }: Props) {
  const { t, user } = usePage();
  const subject = library?.subject ?? null;
  const edited = dialog === 'edit' ? subject : null;
  const back = recordingsHref(q, page);
  const series = library?.series ?? [];
  return (
    <div className="mx-auto w-full max-w-215">
      <h1 className="text-h1">{t('recordings:title')}</h1>
      <p className="mt-2 text-paper-2">{t('recordings:lead')}</p>
      {user?.isStaff && (
        <AddForm
          intent={intent}
          values={edited ? {} : values}
          issues={edited ? {} : issues}
          series={series}
        />
      )}
      {library?.hasMembers && library.recordings.some(({ url }) => url === null) && (
        <p className="mt-4 text-size-small text-paper-2">
          {t('recordings:membersAbout')}{' '}
          <a className="underline underline-offset-4" href="/settings">
            {t('settings:membershipRefresh')}
          </a>
        </p>
      )}
      <SearchForm q={q} />
      <section
        className="mt-5 outline-none"
        data-region="recordings"
        tabIndex={-1}
        aria-label={t('recordings:title')}
      >
        {library === null ? (
          <Unread>{t('messages:recordingsFailed')}</Unread>
        ) : library.recordings.length === 0 ? (
          <EmptyState>{t(q === '' ? 'recordings:empty' : 'recordings:noMatch')}</EmptyState>
        ) : (
          <List recordings={library.recordings} dialogHref={(dialog) => recordingsHref(q, page, dialog)} />
        )}
        {library && <PageLinks page={page} pages={library.pages} hrefOf={(to) => recordingsHref(q, to)} />}
        {library && library.deleted.length > 0 && <DeletedList deleted={library.deleted} />}
      </section>
      {subject && !edited && <DeleteDialog recording={subject} back={back} />}
      {edited && (
        <EditDialog recording={edited} back={back} values={values} issues={issues} series={series} />
      )}
    </div>
  );
}

type DialogHref = (dialog: { edit: number } | { delete: number }) => string;

const recordingsHref = (q: string, page: number, dialog: Partial<Parameters<DialogHref>[0]> = {}) =>
  addressOf('/recordings', { q, ...pageField(page), ...dialog });

function SearchForm({ q }: { q: string }) {
  const { t } = usePage();
  return (
    <form className="mt-7 flex flex-wrap items-end gap-3" action="/recordings">
      <Field
        name="q"
        type="search"
        label={t('recordings:search')}
        place="min-w-45 flex-1"
        defaultValue={q}
        maxLength={100}
        dir="auto"
      />
      <Submit look="secondary">{t('recordings:find')}</Submit>
    </form>
  );
}

/** Columns that a phone hides; a row shows their values below its title. */
const WIDE = 'hidden sm:table-cell';

type ListProps = { recordings: readonly RecordingRow[]; dialogHref: DialogHref };

function List({ recordings, dialogHref }: ListProps) {
  const { t } = usePage();
  const hasSeries = recordings.some(({ series }) => series !== null);
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-start">
        <thead>
          <tr className="text-size-caption text-paper-3">
            <th scope="col" className="p-3 text-start font-500">
              {t('recordings:colTitle')}
            </th>
            <th scope="col" className={`p-3 text-start font-500 ${WIDE}`}>
              {t('recordings:colAddedBy')}
            </th>
            <th scope="col" className={`p-3 text-end font-500 ${WIDE}`}>
              {t('recordings:colDate')}
            </th>
            <th scope="col" className="p-3 text-end font-500">
              {t('recordings:colActions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {recordings.map((recording, i) => (
            <Fragment key={recording.id}>
              {hasSeries && recording.series !== (i === 0 ? undefined : recordings[i - 1]!.series) && (
                <tr className="border-t border-line-1">
                  <th scope="colgroup" colSpan={4} className="px-3 pb-2 pt-6 text-start">
                    <h2 className="text-h3">
                      <bdi className="break-words">{recording.series ?? t('recordings:noSeries')}</bdi>
                    </h2>
                  </th>
                </tr>
              )}
              <Row recording={recording} dialogHref={dialogHref} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ recording, dialogHref }: { recording: RecordingRow; dialogHref: DialogHref }) {
  const { t, user } = usePage();
  const { id, title, url, date, createdAt, note } = recording;
  const facts = factsOf(recording, t);
  const addedBy = <bdi>{recording.user?.username ?? t('recordings:unknown')}</bdi>;
  return (
    <tr className="border-t border-line-1 hover:bg-ink-2">
      <td className="p-3">
        <bdi className="break-words">{title}</bdi>
        {facts.length > 0 && (
          <span className="block text-caption text-paper-2">
            {facts.map((fact, i) => (
              <Fragment key={fact}>
                {i > 0 && ' · '}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </span>
        )}
        {note && (
          <span className="block break-words text-size-small text-paper-2">
            <bdi>{note}</bdi>
          </span>
        )}
        <span className="block text-caption text-paper-3 sm:hidden">
          <span className="sr-only">{t('recordings:colAddedBy')}: </span>
          {addedBy} · <span className="sr-only">{t('recordings:colDate')}: </span>
          <time dateTime={createdAt}>{date}</time>
        </span>
      </td>
      <td className={`p-3 text-paper-2 ${WIDE}`}>{addedBy}</td>
      <td className={`whitespace-nowrap p-3 text-end text-paper-2 ${WIDE}`}>
        <time dateTime={createdAt}>{date}</time>
      </td>
      <td className="p-1">
        <div className="flex justify-end gap-1">
          {url === null ? (
            <a
              className="whitespace-nowrap p-3 text-size-small underline underline-offset-4"
              href="/pricing"
              aria-label={t('recordings:forMembersTitle', { title })}
            >
              {t('recordings:forMembers')}
            </a>
          ) : (
            <a
              className="icon-btn"
              href={`/go/recording/${id}`}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('recordings:open', { title })}
            >
              <Icon name="external-link" className="rtl:flip-x" />
            </a>
          )}
          {user?.isStaff && (
            <>
              <a
                className="icon-btn"
                href={dialogHref({ edit: id })}
                aria-label={t('recordings:edit', { title })}
              >
                <Icon name="pencil" />
              </a>
              <a
                className="icon-btn text-loss"
                href={dialogHref({ delete: id })}
                aria-label={t('recordings:delete', { title })}
              >
                <Icon name="trash" />
              </a>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}

function factsOf(
  { day, minutes, language, audience, url }: RecordingRow,
  t: ReturnType<typeof usePage>['t'],
): string[] {
  return [
    day && t('recordings:heldOnDay', { date: day }),
    minutes && t('recordings:length', { minutes }),
    language && LANGUAGES[language].name,
    // a row without an address has this text in place of the link
    audience === 'members' && url !== null && t('recordings:forMembers'),
  ].filter((fact): fact is string => typeof fact === 'string');
}

function DeleteDialog({ recording, back }: { recording: RecordingRow; back: string }) {
  const { id, title, date, user } = recording;
  const { t } = usePage();
  return (
    <ConfirmDialog
      title={t('recordings:deleteAsk')}
      back={back}
      action={`/api/recordings/${id}/delete`}
      submit={t('recordings:delete', { title })}
      isDanger
    >
      <p className="font-600">
        <bdi className="break-words">{title}</bdi>
      </p>
      <p className="text-paper-2">
        <bdi>{user?.username ?? t('recordings:unknown')}</bdi> · <bdi>{date}</bdi>
      </p>
      <p className="mt-3 text-paper-2">{t('recordings:deleteForGood')}</p>
    </ConfirmDialog>
  );
}

type FormProps = { values: RecordingTexts; issues: RecordingTexts; series: readonly string[] };

function EditDialog({
  recording,
  back,
  values,
  issues,
  series,
}: FormProps & { recording: RecordingRow; back: string }) {
  const { t } = usePage();
  const isRefused = Object.keys(values).length > 0;
  const { title, url, heldOn, language, minutes, note, audience } = recording;
  const stored = Object.fromEntries(
    Object.entries({ title, url, heldOn, series: recording.series, language, minutes, note, audience }).map(
      ([name, value]) => [name, String(value ?? '')],
    ),
  );
  const fields = { prefix: 'edit-', values: isRefused ? values : stored, issues };
  return (
    <PageDialog title={t('recordings:editTitle')} back={back}>
      <form className="grid grid-cols-1 gap-4" method="post" action={`/api/recordings/${recording.id}`}>
        <MainFields {...fields} />
        <MoreFields {...fields} series={series} />
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <LinkButton look="ghost" href={back}>
            {t('competition:cancel')}
          </LinkButton>
          <Submit>{t('recordings:save')}</Submit>
        </div>
      </form>
    </PageDialog>
  );
}

function AddForm({ intent, values, issues, series }: FormProps & { intent: string }) {
  const { t } = usePage();
  const isRefused = Object.keys(issues).some((name) => name !== 'title' && name !== 'url');
  return (
    <form
      className="mt-7 rounded-card border border-dashed border-line-2 p-4"
      method="post"
      action="/api/recordings"
      data-add-recording
    >
      <input type="hidden" name="intent" value={intent} />
      <div className="flex flex-wrap items-start gap-3">
        <MainFields prefix="" values={values} issues={issues} />
        <Submit className="self-end">{t('recordings:add')}</Submit>
      </div>
      <details className="mt-3" open={isRefused}>
        <summary className="min-h-11 w-fit cursor-pointer py-3 font-500">{t('recordings:details')}</summary>
        <MoreFields prefix="" values={values} issues={issues} series={series} />
      </details>
    </form>
  );
}

function DeletedList({ deleted }: { deleted: Library['deleted'] }) {
  const { t } = usePage();
  return (
    <details className="mt-7">
      <summary className="min-h-11 w-fit cursor-pointer py-3 font-600">
        {t('recordings:deletedTitle')}
      </summary>
      <ul className="border-t border-line-1">
        {deleted.map(({ id, title, until }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-1 p-3">
            <span className="min-w-45 flex-1">
              <bdi className="break-words">{title}</bdi>
              <span className="block text-caption text-paper-3">
                {t('recordings:until', { date: until })}
              </span>
            </span>
            <PostButton
              action={`/api/recordings/${id}/restore`}
              look="secondary"
              className="btn-small"
              aria-label={t('recordings:restore', { title })}
            >
              {t('recordings:restoreShort')}
            </PostButton>
          </li>
        ))}
      </ul>
    </details>
  );
}
