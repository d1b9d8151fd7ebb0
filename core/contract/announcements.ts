/** The calls about announcements: which automatic ones are sent, writing and sending others, and ending the mails. */
import { z } from 'zod';
import { AUTOMATIC_KINDS, MOST_ANNOUNCEMENT } from '../announcements/announcements.ts';
import { inEachLanguage } from '../locale/locale.ts';
import { issue } from '../refusals/issues.ts';
import type { EndpointTable } from './endpoint.ts';
import { Acknowledgement, FormKey, formCall, linesOfText, RowId, ShownVersion } from './fields.ts';

const MISSING = issue('announcementMissing');
const Written = z.object(inEachLanguage(() => linesOfText(MOST_ANNOUNCEMENT, MISSING)));

const NewAnnouncement = Written.extend({ intent: FormKey });
const ChangedAnnouncement = Written.extend({ version: ShownVersion });
const ShownAnnouncement = z.object({ version: ShownVersion }).optional();

/** The form always sends an empty text as well, so that all kinds can be switched off. */
const Kinds = z.preprocess(
  (kinds) => (typeof kinds === 'string' || Array.isArray(kinds) ? [kinds].flat().filter(Boolean) : kinds),
  z
    .array(z.enum(AUTOMATIC_KINDS, { error: issue('kindRule') }), { error: issue('kindRule') })
    .max(AUTOMATIC_KINDS.length),
);

const admin = formCall('admin');
const TEXTS = { ...inEachLanguage(() => 'The prize is now ₪500.'), he: 'הפרס הוא עכשיו ₪500.' };

export const announcementEndpoints = {
  chooseAnnouncements: {
    ...admin,
    path: '/api/announcements/kinds',
    summary: 'Chooses which announcements the server sends.',
    body: z.object({ kinds: Kinds.describe('The kinds that are on') }),
    answer: Acknowledgement,
    example: { body: { kinds: ['open', 'over'] } },
  },
  writeAnnouncement: {
    ...admin,
    path: '/api/announcements',
    summary: 'Stores an announcement in both languages, to be looked at and sent later.',
    body: NewAnnouncement,
    answer: z.object({ id: z.int() }),
    status: 201,
    repeatable: true,
    example: { body: TEXTS },
  },
  changeAnnouncement: {
    ...admin,
    path: '/api/announcements/:id',
    summary: 'Changes an announcement that is not sent.',
    params: RowId,
    body: ChangedAnnouncement,
    answer: Acknowledgement,
    errors: ['NOT_FOUND', 'ANNOUNCEMENT_SENT', 'CHANGED_MEANWHILE'],
    example: { params: { id: '1' }, body: TEXTS },
  },
  sendAnnouncement: {
    ...admin,
    path: '/api/announcements/:id/send',
    summary: 'Sends an announcement to everybody: once, and at most three in 24 hours.',
    params: RowId,
    body: ShownAnnouncement,
    answer: Acknowledgement,
    errors: ['NOT_FOUND', 'ANNOUNCEMENT_SENT', 'DAY_FULL', 'CHANGED_MEANWHILE'],
    example: { params: { id: '1' } },
  },
  unsubscribe: {
    ...formCall('public'),
    path: '/api/unsubscribe/:token',
    summary: 'Ends the mails about Season news, from the address in such a mail (RFC 8058).',
    params: z.object({ token: z.string().max(100) }),
    errors: ['NOT_FOUND'],
    example: { params: { token: 'token' } },
  },
  openUnsubscribe: {
    method: 'GET',
    path: '/api/unsubscribe/:token',
    summary: 'Leads a reader who opens that address to the settings; it changes nothing.',
    access: 'public',
    params: z.object({ token: z.string().max(100) }),
    status: 303,
    example: { params: { token: 'token' } },
  },
  deleteAnnouncement: {
    ...admin,
    path: '/api/announcements/:id/delete',
    summary: 'Deletes an announcement that is not sent.',
    params: RowId,
    body: ShownAnnouncement,
    answer: Acknowledgement,
    errors: ['NOT_FOUND', 'ANNOUNCEMENT_SENT', 'CHANGED_MEANWHILE'],
    example: { params: { id: '1' } },
  },
} as const satisfies EndpointTable;
