/** The contact forms' schema: one for the server's check and for the sentences the pages show. */
import { z } from 'zod';

/** SPEC's sentences, by field. The Hebrew page shows them in English too, as specified. */
export const CONTACT_ISSUES = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Invalid email address',
  phone: 'Phone number is required',
  subject: 'Please select a subject',
  message: 'Message is required',
} as const;

export type ContactField = keyof typeof CONTACT_ISSUES;

/** The longest accepted values, in characters; the inputs carry them as maxlength. */
export const CONTACT_LIMITS = {
  firstName: 100,
  lastName: 100,
  email: 254,
  phone: 40,
  subject: 100,
  message: 5000,
} as const satisfies Record<ContactField, number>;

const field = (name: ContactField) =>
  z
    .string(CONTACT_ISSUES[name])
    .trim()
    .min(1, CONTACT_ISSUES[name])
    .max(CONTACT_LIMITS[name], `At most ${CONTACT_LIMITS[name]} characters`);

const common = {
  email: z
    .string(CONTACT_ISSUES.email)
    .trim()
    .max(CONTACT_LIMITS.email, CONTACT_ISSUES.email)
    .pipe(z.email(CONTACT_ISSUES.email)),
  phone: field('phone').regex(/^[^\p{Cc}]+$/u, CONTACT_ISSUES.phone),
  subject: field('subject'),
  message: field('message'),
  purpose: z.literal('public').optional(),
  /** Ignored: whose message it is comes from the session. Accepted because callers send it. */
  userId: z.union([z.number(), z.string().max(20), z.null()]).optional(),
  /** A field people never see; whoever fills it in is a machine. */
  website: z.string().max(500).optional(),
  next: z.string().max(200).optional(),
};

/** What the pages' forms post: two names. */
export const ContactForm = z.object({
  firstName: field('firstName'),
  lastName: field('lastName'),
  ...common,
});

/** What a script posts: first and last name joined by a space. */
export const ContactCall = z.object({
  name: z
    .string(CONTACT_ISSUES.firstName)
    .trim()
    .min(1, CONTACT_ISSUES.firstName)
    .max(201, 'At most 201 characters'),
  ...common,
});

export type ContactMessage = {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
};
