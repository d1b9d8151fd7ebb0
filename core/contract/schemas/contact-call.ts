/** POST /api/contact, as both kinds of callers make it: apart from contact.ts, which the browser fetches. */
import { z } from 'zod';
import { ContactCall, ContactForm } from './contact.ts';

/** A form has two names, a call one. */
export const ContactRequest = z.union([ContactCall, ContactForm]);
export const ContactAnswer = z.object({ success: z.literal(true), title: z.string(), message: z.string() });
