import { useT } from '#framework/page.tsx';
import { EndpointDetails } from './EndpointDetails.tsx';
import type { ApiReference } from './reference.ts';

/** /api: every call, from the table the server is built of. What the table says is English. */
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
