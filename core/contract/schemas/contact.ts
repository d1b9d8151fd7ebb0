/**
 * The contact forms' schema: one for the server's check and the browser's, with the codes of what both complain of.
 * Made of zod/mini, because the browser fetches it.
 */
import { z } from 'zod/mini';
import { fill } from '../../locale/fill.ts';
import { issue, issueOf } from '../../refusals/issues.ts';

export const DEFAULT_SUBJECT = 'General Inquiry';

/** The longest accepted values, in characters; the inputs carry them as maxlength. */
export const CONTACT_LIMITS = {
  firstName: 100,
  lastName: 100,
  email: 254,
  phone: 40,
  subject: 100,
  message: 5000,
} as const;

export type ContactField = keyof typeof CONTACT_LIMITS;

/** In the order of the form; each field's name is the code of its issue too. */
export const CONTACT_FIELDS = Object.keys(CONTACT_LIMITS) as ContactField[];

/** Both names and a space. */
const MAX_NAME = CONTACT_LIMITS.firstName + 1 + CONTACT_LIMITS.lastName;

/** These become headers of a mail: a line break in one could begin another. */
const ONE_LINE = /^\P{Cc}*$/u;
const LINES = /^(?:[\t\n]|\P{Cc})*$/u;

/** Text that must be there. @param max characters */
function text(missing: ContactField, max: number, allowed: RegExp = ONE_LINE) {
  return z.string(missing).check(
    // a form posts two characters for each line break
    z.overwrite((value) => value.replace(/\r\n?/g, '\n').trim()),
    z.minLength(1, missing),
    z.maxLength(max, issue('mostCharacters')),
    z.regex(allowed, issue('charactersRefused')),
  );
}

const field = (name: ContactField) => text(name, CONTACT_LIMITS[name]);

const common = {
  email: z.pipe(
    z.string(issue('email')).check(z.trim(), z.maxLength(CONTACT_LIMITS.email, issue('email'))),
    z.email(issue('email')),
  ),
  phone: field('phone'),
  subject: field('subject'),
  message: text('message', CONTACT_LIMITS.message, LINES),
  purpose: z.optional(z.literal('public', issue('purposeRule'))),
  /** Ignored: whose message it is comes from the session. Accepted because callers send it. */
  userId: z.optional(z.unknown()),
  /** A hidden field: only programs fill it in. */
  website: z.optional(z.unknown()),
  /** Where a form without scripts goes on. */
  next: z.optional(z.string(issue('mustBeText'))),
};

/** What the forms hold, and post without scripts: two names. */
export const ContactForm = z.object({
  firstName: field('firstName'),
  lastName: field('lastName'),
  ...common,
});

/** What a call sends: first and last name joined by a space. */
export const ContactCall = z.object({ name: text('firstName', MAX_NAME), ...common });

export type ContactMessage = {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
};

export type ContactTexts = Partial<Record<ContactField, string>>;

/** What a field of the forms can be refused for. */
export const CONTACT_ISSUES = [...CONTACT_FIELDS, 'mostCharacters', 'charactersRefused'] as const;
export type ContactWordings = Record<(typeof CONTACT_ISSUES)[number], string>;

/** The issues of a form's values, one sentence a field; null without any. */
export function contactIssues(values: unknown, wordings: ContactWordings): ContactTexts | null {
  const { error } = ContactForm.safeParse(values);
  if (!error) return null;
  const sentence = (found: unknown) => {
    const { code, params } = issueOf(found);
    return fill(wordings[code as keyof ContactWordings] ?? '', { length: params?.length ?? '' });
  };
  return Object.fromEntries(error.issues.map((each) => [each.path[0], sentence(each)]).reverse());
}
