import type { Recording } from '#core/contract/site.ts';
import { usePage } from '#framework/page.tsx';
import { EmptyState, Unread } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageDialog } from '../ui/PageDialog.tsx';

type RecordingRow = Recording & { /** Finished text in the reader's zone. */ date: string };

type Props = {
  /** null when they could not be read. */
  recordings: readonly RecordingRow[] | null;
  /** Id of the recording whose deletion is to be confirmed. */
  deleting?: string;
  /** Values of a refused form. */
  values: { title?: string; url?: string };
};

/** /recordings: the list, which staff can add to and delete from. */
export function RecordingsPage({ recordings, deleting, values }: Props) {
  const { t, user } = usePage();
  const target = user?.isStaff && recordings?.find(({ id }) => String(id) === deleting);
  return (
    <div className="mx-auto w-full max-w-215">
      <h1 className="text-h1">{t('recordings:title')}</h1>
      <p className="mt-2 text-paper-2">{t('recordings:lead')}</p>
      {user?.isStaff && <AddForm values={values} />}
      <section
        className="mt-7 outline-none"
        data-region="recordings"
        tabIndex={-1}
        aria-label={t('recordings:title')}
      >
        {recordings === null ? (
          <Unread>{t('messages:recordingsFailed')}</Unread>
        ) : recordings.length === 0 ? (
          <EmptyState>{t('recordings:empty')}</EmptyState>
        ) : (
          <div className="overflow-x-auto">
            <table className="w-full text-start">
              <thead>
                <tr className="text-size-caption text-paper-3">
                  <th scope="col" className="p-3 text-start font-500">
                    {t('recordings:colTitle')}
                  </th>
                  <th scope="col" className="hidden p-3 text-start font-500 sm:table-cell">
                    {t('recordings:colAddedBy')}
                  </th>
                  <th scope="col" className="p-3 text-end font-500">
                    {t('recordings:colDate')}
                  </th>
                  <th scope="col" className="p-3 text-end font-500">
                    {t('recordings:colActions')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {recordings.map((recording) => (
                  <Row key={recording.id} recording={recording} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      {target && <DeleteDialog recording={target} />}
    </div>
  );
}

function Row({ recording }: { recording: RecordingRow }) {
  const { t, user } = usePage();
  const { id, title, url, date, createdAt } = recording;
  return (
    <tr className="border-t border-line-1 hover:bg-ink-2">
      <td className="p-3">
        <bdi className="break-words">{title}</bdi>
        <span className="block text-caption text-paper-3 sm:hidden">
          <span className="sr-only">{t('recordings:colAddedBy')}: </span>
          <bdi>{recording.user?.username ?? t('recordings:unknown')}</bdi>
        </span>
      </td>
      <td className="hidden p-3 text-paper-2 sm:table-cell">
        <bdi>{recording.user?.username ?? t('recordings:unknown')}</bdi>
      </td>
      <td className="whitespace-nowrap p-3 text-end text-paper-2 tabular-nums">
        <time dateTime={createdAt}>{date}</time>
      </td>
      <td className="p-1">
        <div className="flex justify-end gap-1">
          <a
            className="icon-btn"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('recordings:open', { title })}
          >
            <Icon name="external-link" className="rtl:flip-x" />
          </a>
          {user?.isStaff && (
            <a
              className="icon-btn text-loss"
              href={`/recordings?delete=${id}`}
              aria-label={t('recordings:delete', { title })}
            >
              <Icon name="trash" />
            </a>
          )}
        </div>
      </td>
    </tr>
  );
}

/** Asks before a recording is deleted. */
function DeleteDialog({ recording: { id, title, date, user } }: { recording: RecordingRow }) {
  const { t } = usePage();
  return (
    <PageDialog title={t('recordings:deleteAsk')} back="/recordings">
      <p className="font-600">
        <bdi className="break-words">{title}</bdi>
      </p>
      <p className="text-paper-2">
        <bdi>{user?.username ?? t('recordings:unknown')}</bdi> · <bdi>{date}</bdi>
      </p>
      <p className="mt-3 text-paper-2">{t('recordings:deleteForGood')}</p>
      <form
        className="mt-6 flex flex-wrap justify-end gap-2"
        method="post"
        action={`/api/recordings/${id}/delete`}
      >
        <a className="btn btn-ghost" href="/recordings">
          {t('competition:cancel')}
        </a>
        <button type="submit" className="btn btn-danger">
          {t('recordings:delete', { title })}
        </button>
      </form>
    </PageDialog>
  );
}

function AddForm({ values }: { values: Props['values'] }) {
  const { t } = usePage();
  return (
    <form
      className="mt-7 flex flex-wrap items-end gap-3 rounded-card border border-dashed border-line-2 p-4"
      method="post"
      action="/api/recordings"
      data-add-recording
    >
      <div className="min-w-45 flex-1">
        <label className="label" htmlFor="title">
          {t('recordings:inputTitle')}
        </label>
        <input id="title" name="title" className="input w-full" maxLength={200} defaultValue={values.title} />
      </div>
      <div className="min-w-45 flex-1">
        <label className="label" htmlFor="url">
          {t('recordings:inputUrl')}
        </label>
        <input
          id="url"
          name="url"
          className="input w-full"
          dir="ltr"
          inputMode="url"
          maxLength={2000}
          defaultValue={values.url}
        />
      </div>
      <button type="submit" className="btn btn-primary">
        {t('recordings:add')}
      </button>
    </form>
  );
}
