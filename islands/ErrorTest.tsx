import { type FormEvent, useState } from 'react';
import { ErrorTestFields, type ErrorTestStrings } from '#components/errors/ErrorTestFields.tsx';
import { island } from '#framework/islands/strategy.tsx';
import { pushToast } from './_state/toasts.ts';

type Props = {
  strings: ErrorTestStrings;
  /** What the address asked for last. */
  code: string;
  message: string;
};

/** Asks for an error and says what came. Without scripts the form leads to the page that says so. */
function ErrorTest({ strings, code, message }: Props) {
  const [busy, setBusy] = useState(false);

  async function run(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget) as unknown as Iterable<[string, string]>;
    const query = new URLSearchParams([...typed].filter(([, value]) => value.trim() !== ''));
    setBusy(true);
    try {
      const response = await fetch(`/api/test-error?${query}`, {
        credentials: 'include',
        mode: 'cors',
        headers: { accept: 'application/json' },
      });
      if (response.ok) {
        pushToast({ kind: 'success', title: strings.doneTitle, message: strings.done });
        return;
      }
      const { error } = (await response.json().catch(() => ({}))) as { error?: string };
      pushToast({ kind: 'destructive', title: strings.received, message: error || strings.unknown });
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      pushToast({ kind: 'destructive', title: strings.caught, message: told });
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

export default island('ErrorTest', 'interaction', ErrorTest);
