/**
 * The contact forms' schema: one for the server's check and the browser's, and for the sentences both show. Made of
 * zod/mini, because the browser fetches it.
 */
import { z } from 'zod/mini';

/** The fixed sentences, by field; English on the Hebrew page too (docs/rules/11-pages.md 4). */
export const CONTACT_ISSUES = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Invalid email address',
  phone: 'Phone number is required',
  subject: 'Please select a subject',
  message: 'Message is required',
} as const;

export type ContactField = keyof typeof CONTACT_ISSUES;

/** In the order of the form. */
export const CONTACT_FIELDS = Object.keys(CONTACT_ISSUES) as ContactField[];

/** The toasts after sending, and after failing to. */
export const CONTACT_SENT = {
  title: 'Message Sent',
  message: "We'll get back to you as soon as possible.",
} as const;
export const CONTACT_FAILED = {
  title: 'Error',
  message: 'Failed to send message. Please try again.',
} as const;

export const DEFAULT_SUBJECT = 'General Inquiry';

/** The longest accepted values, in characters; the inputs carry them as maxlength. */
export const CONTACT_LIMITS = {
  firstName: 100,
  lastName: 100,
  email: 254,
  phone: 40,
  subject: 100,
  message: 5000,
} as const satisfies Record<ContactField, number>;

/** Both names and a space. */
const MAX_NAME = CONTACT_LIMITS.firstName + 1 + CONTACT_LIMITS.lastName;

/** These become headers of a mail: a line break in one could begin another. */
const ONE_LINE = /^\P{Cc}*$/u;
const LINES = /^(?:[\t\n]|\P{Cc})*$/u;

/** Text that must be there. @param max characters */
function text(missing: string, max: number, allowed: RegExp = ONE_LINE) {
  return z.string(missing).check(
    // a form posts two characters for each line break
    z.overwrite((value) => value.replace(/\r\n?/g, '\n').trim()),
    z.minLength(1, missing),
    z.maxLength(max, `At most ${max} characters`),
    z.regex(allowed, 'Some of these characters cannot be sent'),
  );
}

const field = (name: ContactField) => text(CONTACT_ISSUES[name], CONTACT_LIMITS[name]);

const common = {
  email: z.pipe(
    z.string(CONTACT_ISSUES.email).check(z.trim(), z.maxLength(CONTACT_LIMITS.email, CONTACT_ISSUES.email)),
    z.email(CONTACT_ISSUES.email),
  ),
  phone: field('phone'),
  subject: field('subject'),
  message: text(CONTACT_ISSUES.message, CONTACT_LIMITS.message, LINES),
  purpose: z.optional(z.literal('public', "The purpose is 'public' or absent")),
  /** Ignored: whose message it is comes from the session. Accepted because callers send it. */
  userId: z.optional(z.unknown()),
  /** A field people never see; whoever fills it in is a machine. */
  website: z.optional(z.unknown()),
  /** Where a form without scripts goes on. */
  next: z.optional(z.string('next must be text.')),
};

/** What the forms hold, and post without scripts: two names. */
export const ContactForm = z.object({
  firstName: field('firstName'),
  lastName: field('lastName'),
  ...common,
});

/** What a call sends: first and last name joined by a space. */
export const ContactCall = z.object({ name: text(CONTACT_ISSUES.firstName, MAX_NAME), ...common });

export type ContactMessage = {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
};

export type ContactTexts = Partial<Record<ContactField, string>>;

/** What is wrong with a form's values, one sentence a field; null when nothing is. */
export function contactIssues(values: unknown): ContactTexts | null {
  const { error } = ContactForm.safeParse(values);
  if (!error) return null;
  return Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]).reverse());
}
