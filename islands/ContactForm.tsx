import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ContactKind } from '#components/site/ContactFields.tsx';
import { ContactFields, type ContactStrings } from '#components/site/ContactFields.tsx';
import { call, HttpError } from '#core/contract/call.ts';
import { CONTACT_FIELDS, type ContactTexts, contactIssues } from '#core/contract/contact.ts';
import { island } from '#framework/islands/island.tsx';
import { pushToast } from './_state/toasts.ts';
import { ToastList } from './_toast-list.tsx';

type Props = {
  kind: ContactKind;
  /** Who writes; null when nobody is signed in: then no other place of the page says what became of it. */
  userId: number | null;
  strings: ContactStrings;
  /** Of a post without scripts that was refused. */
  values: ContactTexts;
  issues: ContactTexts;
};

/** Both contact forms. Asleep they post to the server, awake the same schema checks them first. */
function ContactForm({ kind, userId, strings, ...refused }: Props) {
  const [values, setValues] = useState(refused.values);
  const [issues, setIssues] = useState(refused.issues);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (sent > 0) form.current?.reset();
  }, [sent]);

  function complain(found: ContactTexts): void {
    setIssues(found);
    const first = CONTACT_FIELDS.find((name) => found[name]);
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const found = contactIssues(typed, strings.issues);
    if (found) return complain(found);
    setIssues({});
    setBusy(true);
    try {
      await post(kind, userId, typed);
      pushToast({ kind: 'success', ...strings.sent });
      // what a refused post had left in the fields is not what they go back to
      setValues({});
      setSent((count) => count + 1);
    } catch (error) {
      // the refusal of too many messages says how long to wait: trying again would not help
      const refusal = error instanceof HttpError && error.status === 429 && { message: error.text ?? '' };
      pushToast({ kind: 'destructive', ...strings.failed, ...refusal });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      className="grid content-start gap-5 p-6 ml:p-8"
      method="post"
      action="/api/contact"
      // our sentences, not the browser's
      noValidate
      aria-busy={busy}
      onSubmit={send}
    >
      <ContactFields kind={kind} strings={strings} values={values} issues={issues} />
      <div className="flex justify-end">
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {busy ? strings.sending : strings.send}
        </button>
      </div>
      {userId === null && <ToastList label={strings.notifications} dismissLabel={strings.close} />}
    </form>
  );
}

/** The names go joined by a space (docs/rules/11-pages.md 4). */
async function post(kind: ContactKind, userId: number | null, typed: Record<string, string>) {
  const {
    firstName = '',
    lastName = '',
    email = '',
    phone = '',
    subject = '',
    message = '',
    website,
  } = typed;
  const name = `${firstName.trim()} ${lastName.trim()}`;
  const whose = kind === 'public' ? { purpose: 'public' as const } : { userId };
  await call('POST /api/contact', {
    body: { name, email, phone, subject, message, ...whose, ...(website && { website }) },
  });
}

export default island('ContactForm', 'interaction', ContactForm);
