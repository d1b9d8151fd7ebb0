/** The schema of the contact forms, for server and browser; in zod/mini, because the browser loads it. */
import { z } from 'zod/mini';
import { fill } from '../locale/sentence.ts';
import { issue, issueOf } from '../refusals/issues.ts';

export const DEFAULT_SUBJECT = 'General Inquiry';

/** The most characters of each field; also the `maxlength` of its input. */
export const CONTACT_LIMITS = {
  firstName: 100,
  lastName: 100,
  email: 254,
  phone: 40,
  subject: 100,
  message: 5000,
} as const;

export type ContactField = keyof typeof CONTACT_LIMITS;

/** The fields in the order of the form. The name of a field is also the code of its issue. */
export const CONTACT_FIELDS = Object.keys(CONTACT_LIMITS) as ContactField[];

const MAX_NAME = CONTACT_LIMITS.firstName + 1 + CONTACT_LIMITS.lastName;

/** One-line fields become headers of a mail, where a line break would begin another header. */
const ONE_LINE = /^\P{Cc}*$/u;
const LINES = /^(?:[\t\n]|\P{Cc})*$/u;

/** Returns the schema of a required text. @param missing the issue's code @param max characters */
function text(missing: ContactField, max: number, allowed: RegExp = ONE_LINE) {
  return z.string(missing).check(
    // a form sends two characters for a line break
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
  /** Accepted because clients send it; the session says who the sender is. */
  userId: z.optional(z.unknown()),
  /** A hidden field that only programs fill in. */
  website: z.optional(z.unknown()),
  /** Sent by the buttons of the language switch, which belong to the form. */
  language: z.optional(z.unknown()),
  next: z.optional(z.string(issue('mustBeText'))),
  /** The key of a form: the same message with the same key is stored once. */
  intent: z.optional(z.string(issue('mustBeText'))),
};

export const ContactForm = z.object({
  firstName: field('firstName'),
  lastName: field('lastName'),
  ...common,
});

export const ContactCall = z.object({ name: text('firstName', MAX_NAME), ...common });

export type ContactMessage = {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
};

export type ContactTexts = Partial<Record<ContactField, string>>;

/** The codes of the issues that a person who fills in the form can cause. */
export const CONTACT_ISSUES = [...CONTACT_FIELDS, 'mostCharacters', 'charactersRefused'] as const;
export type ContactWordings = Record<(typeof CONTACT_ISSUES)[number], string>;

/** Returns one sentence for each wrong field of a form; null without any. */
export function contactIssues(values: unknown, wordings: ContactWordings): ContactTexts | null {
  const { error } = ContactForm.safeParse(values);
  if (!error) return null;
  const sentence = (schemaIssue: unknown) => {
    const { code, params } = issueOf(schemaIssue);
    return fill(wordings[code as keyof ContactWordings] ?? '', { length: params?.length ?? '' });
  };
  return Object.fromEntries(error.issues.map((each) => [each.path[0], sentence(each)]).reverse());
}
