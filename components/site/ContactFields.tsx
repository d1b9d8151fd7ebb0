import {
  CONTACT_LIMITS,
  type ContactTexts,
  type ContactWordings,
  DEFAULT_SUBJECT,
} from '#core/contract/contact.ts';
import { Field, FieldIssue, TextField } from '../ui/Field.tsx';
import { HiddenFields } from '../ui/HiddenFields.tsx';

export type ContactStrings = {
  required: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  subject: string;
  /** Labels of the subjects, in the order of CONTACT_SUBJECTS of the form's kind. */
  subjects: readonly string[];
  message: string;
  messageHint: string;
  leaveEmpty: string;
  send: string;
  sending: string;
  close: string;
  notifications: string;
  /** Toasts after success and after failure. */
  sent: { title: string; message: string };
  failed: { title: string; message: string };
  issues: ContactWordings;
};

type Props = {
  kind: ContactKind;
  strings: ContactStrings;
  values: ContactTexts;
  issues: ContactTexts;
};

/** The fields of both contact forms. The island renders them too, so all texts are props. Inputs are uncontrolled. */
export function ContactFields({ kind, strings, values, issues }: Props) {
  const text = (name: 'firstName' | 'lastName' | 'email' | 'phone') => ({
    name,
    label: strings[name],
    maxLength: CONTACT_LIMITS[name],
    defaultValue: values[name],
    issue: issues[name],
    required: true,
  });
  return (
    <>
      <HiddenFields
        fields={kind === 'public' ? { purpose: 'public', next: '/public-contact' } : { next: '/contact' }}
      />
      <p className="-mb-2 text-size-small text-paper-3">{strings.required}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...text('firstName')} autoComplete="given-name" />
        <Field {...text('lastName')} autoComplete="family-name" />
        <Field {...text('email')} type="email" dir="ltr" autoComplete="email" />
        <Field {...text('phone')} type="tel" dir="ltr" autoComplete="tel" />
      </div>
      <fieldset aria-describedby={issues.subject && 'issue-subject'}>
        <legend className="label">{strings.subject}</legend>
        <div className="flex flex-wrap gap-2">
          {CONTACT_SUBJECTS[kind].map(([key, value], index) => (
            <label key={key} className="choice">
              <input
                type="radio"
                name="subject"
                value={value}
                defaultChecked={(values.subject ?? DEFAULT_SUBJECT) === value}
              />
              {strings.subjects[index]}
            </label>
          ))}
        </div>
        {issues.subject && <FieldIssue id="issue-subject">{issues.subject}</FieldIssue>}
      </fieldset>
      <TextField
        name="message"
        label={strings.message}
        height="min-h-30"
        rows={5}
        maxLength={CONTACT_LIMITS.message}
        required
        placeholder={strings.messageHint}
        defaultValue={values.message}
        issue={issues.message}
      />
      <div className="trap" aria-hidden="true">
        <label>
          {strings.leaveEmpty}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

/** The id of the form on its page. */
export const CONTACT_FORM = 'contact-form';

/** The subjects of each form: the key of the text, and the value of the field, which is English in every language. */
export const CONTACT_SUBJECTS = {
  member: [
    ['general', 'General Inquiry'],
    ['technical', 'Technical Issue'],
    ['question', 'Question'],
    ['other', 'Other'],
  ],
  public: [
    ['general', 'General Inquiry'],
    ['technical', 'Technical Issue'],
    ['feedback', 'Feedback'],
    ['other', 'Other'],
  ],
} as const;

/** The form for members, or the public form. */
export type ContactKind = keyof typeof CONTACT_SUBJECTS;
