import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { Icon } from '../ui/Icon.tsx';

/** The outcome of the test that the address names. */
export type TestOutcome = { failed: boolean; title: string; message: string };

export function ErrorTestPage({ form, outcome }: { form: ReactNode; outcome: TestOutcome | null }) {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-160">
      <h1 className="text-h1">{t('errorTest:title')}</h1>
      <p className="mt-2 text-paper-2">{t('errorTest:lead')}</p>
      {form}
      {outcome && (
        <div
          role={outcome.failed ? 'alert' : 'status'}
          className={`mt-6 flex items-start gap-3 rounded-card border bg-ink-2 p-4 ${outcome.failed ? 'border-loss' : 'border-line-2'}`}
        >
          <Icon
            name={outcome.failed ? 'octagon-alert' : 'circle-check'}
            className={`mt-px h-5 w-5 ${outcome.failed ? 'text-loss' : 'text-gain'}`}
          />
          <div className="min-w-0">
            <p className="font-600">{outcome.title}</p>
            <p className="break-words text-paper-2">
              <bdi>{outcome.message}</bdi>
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
