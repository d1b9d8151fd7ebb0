import { type FormEvent, useState } from 'react';
import { Field, SelectField } from '#components/ui/Field.tsx';
import { call, HttpError } from '#core/contract/call.ts';
import { MAX_TEST_MESSAGE, TEST_CODES } from '#core/contract/test-codes.ts';
import { island } from '#framework/islands/island.tsx';
import { pushToast } from './_state/toasts.ts';

type Strings = {
  codeLabel: string;
  /** In the order of TEST_CODES. */
  codes: readonly string[];
  message: string;
  run: string;
  running: string;
  received: string;
  unknown: string;
  caught: string;
  doneTitle: string;
  done: string;
};

type Props = {
  strings: Strings;
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
      <SelectField
        name="code"
        label={strings.codeLabel}
        defaultValue={code || String(TEST_CODES[0])}
        options={TEST_CODES.map((each, index) => [String(each), `${each} ${strings.codes[index]}`])}
      />
      <Field
        name="message"
        label={strings.message}
        maxLength={MAX_TEST_MESSAGE}
        autoComplete="off"
        defaultValue={message}
      />
      <div>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {busy ? strings.running : strings.run}
        </button>
      </div>
    </form>
  );
}

export default island('ErrorTest', 'spare', ErrorTest);
