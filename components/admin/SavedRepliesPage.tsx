import { MAX_REPLY, MAX_REPLY_LABEL, MOST_SAVED_REPLIES } from '#core/contact/replies.ts';
import type { WrittenText } from '#core/locale/locale.ts';
import { useT } from '#framework/page.tsx';
import { PostButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { BackLink } from '../ui/Links.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { LanguageFields } from './AnnouncementsPage.tsx';

type Saved = WrittenText & { id: number; label: string };
type Texts = Readonly<Record<string, string>>;

type Props = {
  saved: readonly Saved[];
  /** Values and issues of a refused form, by field. `id` is the id of the saved reply; absent for a new reply. */
  values: Texts;
  issues: Texts;
};

export function SavedRepliesPage({ saved, values, issues }: Props) {
  const t = useT();
  const isRefused = (id?: number) => Object.keys(issues).length > 0 && values.id === (id && String(id));
  return (
    <div className="mx-auto grid w-full max-w-180 grid-cols-1 gap-6">
      <div>
        <BackLink href="/admin/messages">{t('inbox:back')}</BackLink>
        <h1 className="mt-4 text-h1">{t('inbox:saved')}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">
          {t('inbox:savedAbout', { name: '{name}', season: '{season}' })}
        </p>
      </div>
      {saved.length === 0 ? (
        <EmptyState shape="square">{t('inbox:noSaved')}</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {saved.map((each) => (
            <li key={each.id} className="card">
              <details open={isRefused(each.id)}>
                <summary className="min-h-11 cursor-pointer break-words p-3 font-600">
                  <bdi>{each.label}</bdi>
                </summary>
                <div className="px-4 pb-4">
                  <SavedForm
                    id={each.id}
                    values={isRefused(each.id) ? values : each}
                    issues={isRefused(each.id) ? issues : {}}
                  />
                  <PostButton
                    action={`/api/saved-replies/${each.id}/delete`}
                    place="mt-3"
                    look="ghost"
                    className="text-loss"
                  >
                    {t('inbox:deleteSaved')}
                  </PostButton>
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
      {saved.length < MOST_SAVED_REPLIES && (
        <TitledSection title={t('inbox:newSaved')} head="mb-3 text-h3">
          <SavedForm values={isRefused() ? values : {}} issues={isRefused() ? issues : {}} />
        </TitledSection>
      )}
    </div>
  );
}

type FormProps = {
  id?: number;
  values: Partial<Omit<Saved, 'id'>>;
  issues: Texts;
};

function SavedForm({ id, values, issues }: FormProps) {
  const t = useT();
  const key = id ?? 'new';
  return (
    <form
      className="grid grid-cols-1 gap-4"
      method="post"
      action={id === undefined ? '/api/saved-replies' : `/api/saved-replies/${id}`}
    >
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      <Field
        name="label"
        id={`label-${key}`}
        label={t('inbox:savedLabel')}
        maxLength={MAX_REPLY_LABEL}
        defaultValue={values.label}
        issue={issues.label}
        dir="auto"
        required
      />
      <LanguageFields most={MAX_REPLY} values={values} issues={issues} form={String(key)} />
      <Submit look="secondary" className="w-fit">
        {t(id === undefined ? 'inbox:addSaved' : 'inbox:changeSaved')}
      </Submit>
    </form>
  );
}
