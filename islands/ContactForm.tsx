import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  CONTACT_FORM,
  ContactFields,
  type ContactKind,
  type ContactStrings,
} from '#components/site/ContactFields.tsx';
import { CHANGE_TIMEOUT_MS, call, HttpError } from '#core/contract/call.ts';
import { CONTACT_FIELDS, type ContactTexts, contactIssues } from '#core/contract/contact.ts';
import { island } from '#framework/islands/island.tsx';
import { pushToast } from './_state/toasts.ts';
import { ToastList } from './_toast-list.tsx';

type Props = {
  kind: ContactKind;
  /** Account of the sender; null for a visitor. A visitor's page has no list of toasts, so the form renders one. */
  userId: number | null;
  strings: ContactStrings;
  /** Values and issues of a post that was refused without scripts. */
  values: ContactTexts;
  issues: ContactTexts;
};

/** The contact form of visitors and members. An awake form checks its input by the server's schema before sending. */
function ContactForm({ kind, userId, strings, ...refused }: Props) {
  const [values, setValues] = useState(refused.values);
  const [issues, setIssues] = useState(refused.issues);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (sent > 0) form.current?.reset();
  }, [sent]);

  function complain(nextIssues: ContactTexts): void {
    setIssues(nextIssues);
    const first = CONTACT_FIELDS.find((name) => nextIssues[name]);
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    const { submitter } = event.nativeEvent as SubmitEvent;
    // the language switch sends the fields to another address
    if (submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    if (busy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const typedIssues = contactIssues(typed, strings.issues);
    if (typedIssues) return complain(typedIssues);
    setIssues({});
    setBusy(true);
    try {
      await post(kind, userId, typed);
      pushToast({ kind: 'success', ...strings.sent });
      // clears the form, but keeps a member's name, email and phone
      const { firstName, lastName, email, phone } = typed;
      setValues(kind === 'member' ? { firstName, lastName, email, phone } : {});
      setSent((count) => count + 1);
    } catch (error) {
      // the text of a rate limit says how long to wait
      const refusal = error instanceof HttpError && error.status === 429 && { message: error.text ?? '' };
      pushToast({ kind: 'destructive', ...strings.failed, ...refusal });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      id={CONTACT_FORM}
      className="grid content-start gap-5 p-6 ml:p-8"
      method="post"
      action="/api/contact"
      // the form shows the schema's texts, not the browser's
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

/** The call takes one name: first and last name are joined by a space. */
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
  const body = { name, email, phone, subject, message, ...whose, ...(website && { website }) };
  await call('POST /api/contact', { body }, { signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS) });
}

export default island('ContactForm', 'interaction', ContactForm);
