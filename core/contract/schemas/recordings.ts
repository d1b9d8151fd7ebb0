/** Requests and answers of /api/recordings. */
import { z } from 'zod';
import { issue } from '../../refusals/issues.ts';
import { instant } from '../fields.ts';

const MISSING = issue('recordingMissing');

/** Longest address, characters. */
const MAX_URL = 2000;

/** What an address begins with unless it begins with a host: `a.example:8080` has none. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Only what a browser opens as a page, `https://` left out or not: `javascript:` and the like never reach the table. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && !username && !password;
}

export const NewRecording = z.object({
  title: z.string(MISSING).trim().min(1, MISSING).max(200, issue('mostCharacters')),
  url: z
    .string(MISSING)
    .trim()
    .min(1, MISSING)
    // `//host/path` is how pages write links; typed into a form it is not an address
    .refine((text) => !text.startsWith('/'), issue('webAddress'))
    .transform((text) => (text === '' || SCHEME.test(text) ? text : `https://${text}`))
    .transform((text) => text.replace(/^https?:/i, (scheme) => scheme.toLowerCase()))
    .refine((text) => text === '' || isWebAddress(text), issue('webAddress'))
    .refine((text) => text.length <= MAX_URL, {
      error: issue('mostCharacters'),
      params: { length: MAX_URL },
    }),
});

export const Recording = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  createdAt: instant,
  user: z.object({ username: z.string() }).nullable().describe('null when the account is gone'),
});
export type Recording = z.output<typeof Recording>;

/** The id in /api/recordings/{id}: a positive int4. */
export const RecordId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
