import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { ApiReference, Entry, ReferenceField } from './api-reference.ts';

/** /api: every call of the contract. The contract's texts are in English. */
export function ApiPage({ reference }: { reference: ApiReference }) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-190">
      <h1 className="text-h1">{t('api:title')}</h1>
      <p className="mt-2 text-paper-2">{t('api:lead')}</p>
      <p className="mt-2 text-paper-2">{t('api:session')}</p>
      <p className="mt-3">
        <a className="text-paper underline underline-offset-4" href="/api/openapi.json">
          {t('api:document')}
        </a>
      </p>
      {reference.map(({ subject, entries }) => (
        <section key={subject} className="mt-8" aria-labelledby={`subject-${subject}`}>
          <h2 id={`subject-${subject}`} className="text-h2">
            {t(`api:subject.${subject}`)}
          </h2>
          <div className="mt-3 border-t border-line-1">
            {entries.map((entry) => (
              <EndpointDetails key={entry.name} entry={entry} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

const KEY_HEADER = 'Idempotency-Key';

function EndpointDetails({ entry }: { entry: Entry }) {
  const t = useT();
  const { name, method, path, access, summary, limit, takes, answers, media, refusals, example } = entry;
  return (
    <details id={name} className="group border-b border-line-1">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3">
        <span lang="en" dir="ltr" className="grow">
          <code className="font-600 break-all">
            {method} {path}
          </code>
          <span className="mt-1 block text-size-small text-paper-2">{summary}</span>
        </span>
        <Icon name="chevron-down" className="shrink-0 text-paper-3 group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pb-6 text-size-small">
        <p className="flex flex-wrap gap-2">
          <span className="tag">{t(`api:access.${access}`)}</span>
          {entry.form && <span className="tag">{t('api:form')}</span>}
          {entry.repeatable && (
            <span className="tag" lang="en" dir="ltr">
              {KEY_HEADER}
            </span>
          )}
        </p>
        {limit && (
          <p lang="en" dir="ltr" className="text-paper-2">
            {limit}
          </p>
        )}
        {takes.length > 0 && (
          <Part title={t('api:takes')}>
            <Fields fields={takes} isRequest />
          </Part>
        )}
        {answers.length + media.length > 0 && (
          <Part title={t('api:answers')}>
            {media.length > 0 ? <code>{media.join(', ')}</code> : <Fields fields={answers} />}
          </Part>
        )}
        <Part title={t('api:refusals')}>
          <dl className="grid gap-1">
            {refusals.map(([status, codes]) => (
              <div key={status} className="flex gap-3">
                <dt className="font-600">{status}</dt>
                <dd className="break-all text-paper-2">{codes.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={t('api:example')}>
          <code className="block whitespace-pre-wrap break-all rounded-control bg-ink-2 p-3">{example}</code>
        </Part>
      </div>
    </details>
  );
}

/** A section with a heading in the reader's language above English text. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-size-small font-600">{title}</h3>
      <div className="mt-1" lang="en" dir="ltr">
        {children}
      </div>
    </div>
  );
}

/** The fields of a request or response. @param isRequest true to mark optional fields with a question mark */
function Fields({ fields, isRequest = false }: { fields: readonly ReferenceField[]; isRequest?: boolean }) {
  return (
    <dl className="grid gap-1">
      {fields.map(({ name, type, isRequired, note }) => (
        <div key={name}>
          <dt className="inline">
            <code className="font-600 break-all">
              {name}
              {isRequest && !isRequired && '?'}
            </code>
          </dt>{' '}
          <dd className="inline text-paper-2">
            <code className="break-all">{type}</code>
            {note && ` · ${note}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
