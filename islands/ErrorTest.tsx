import { type FormEvent, useState } from 'react';
import { ErrorTestFields, type ErrorTestStrings } from '#components/site/ErrorTestFields.tsx';
import { call, HttpError } from '#core/contract/call.ts';
import { island } from '#framework/islands/island.tsx';
import { pushToast } from './_state/toasts.ts';

type Props = {
  strings: ErrorTestStrings;
  /** The error code in the page's address. */
  code: string;
  message: string;
};

/** Requests an error and shows the response as a toast. Without scripts the form leads to a page with the outcome. */
function ErrorTest({ strings, code, message }: Props) {
  const [busy, setBusy] = useState(false);

  async function run(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const query = { code: typed.code ?? '', message: typed.message?.trim() || undefined };
    setBusy(true);
    try {
      await call('GET /api/test-error', { query });
      pushToast({ kind: 'success', title: strings.doneTitle, message: strings.done });
    } catch (error) {
      if (error instanceof HttpError) {
        const message = error.body.error || strings.unknown;
        pushToast({ kind: 'destructive', title: strings.received, message });
        return;
      }
      const text = error instanceof Error ? error.message : String(error);
      pushToast({ kind: 'destructive', title: strings.caught, message: text });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="card mt-6 grid gap-5 p-4 sm:p-6"
      method="get"
      action="/error-test"
      aria-busy={busy}
      onSubmit={run}
    >
      <ErrorTestFields strings={strings} code={code} message={message} />
      <div>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {busy ? strings.running : strings.run}
        </button>
      </div>
    </form>
  );
}

export default island('ErrorTest', 'spare', ErrorTest);
