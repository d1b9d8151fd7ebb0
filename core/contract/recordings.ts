/** The library of recordings. */
import { z } from 'zod';
import { AUDIENCES } from '../account/permissions.ts';
import { LOCALES } from '../locale/locale.ts';
import { type IssueCode, issue } from '../refusals/issues.ts';
import type { EndpointTable } from './endpoint.ts';
import { countField, Done, FormKey, formCall, instant, optional, RowId } from './fields.ts';

const MISSING = issue('recordingMissing');

const MAX_URL = 2000;
export const MAX_TITLE = 200;
export const MAX_SERIES = 40;
export const MAX_RECORDING_NOTE = 300;

/** The longest recording, minutes. */
export const MOST_MINUTES = 1440;

/** Days in which a deletion can be undone. */
export const UNDO_DAYS = 7;

/** The scheme of an address; `a.example:8080` has none. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/**
 * True for an address that a browser opens as a page; false for `javascript:` and the like, and for an address with a
 * user name or password.
 */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && !username && !password;
}

const line = (most: number, error: IssueCode) =>
  z
    .string({ error })
    .trim()
    .max(most, { error: issue('mostCharacters') })
    .regex(/^\P{Cc}*$/u, { error: issue('charactersRefused') });

const RecordingDetails = z.object({
  title: line(MAX_TITLE, MISSING).min(1, MISSING),
  url: z
    .string(MISSING)
    .trim()
    .min(1, MISSING)
    // `https://` in front of `//host/path` or `/path` would make another address than the typed one
    .refine((text) => !text.startsWith('/'), issue('webAddress'))
    .transform((text) => (SCHEME.test(text) ? text : `https://${text}`))
    .transform((text) => text.replace(/^https?:/i, (scheme) => scheme.toLowerCase()))
    .refine(isWebAddress, issue('webAddress'))
    .refine((text) => text.length <= MAX_URL, {
      error: issue('mostCharacters'),
      params: { length: MAX_URL },
    }),
  heldOn: optional(z.iso.date(issue('heldOnRule')).refine((day) => day >= '1990', issue('heldOnRule'))),
  series: optional(line(MAX_SERIES, issue('mustBeText'))),
  language: optional(z.enum(LOCALES, issue('language'))),
  minutes: optional(countField(MOST_MINUTES)),
  note: optional(
    z
      .string({ error: issue('mustBeText') })
      .transform((text) => text.replace(/\s+/g, ' '))
      .pipe(line(MAX_RECORDING_NOTE, issue('mustBeText'))),
  ),
  audience: optional(z.enum(AUDIENCES, issue('audienceRule'))).describe('`everyone` if absent'),
});
export type RecordingDetails = z.output<typeof RecordingDetails>;

const AddedRecording = RecordingDetails.extend({ intent: FormKey });

export const RECORDING_FIELDS = Object.keys(RecordingDetails.shape) as (keyof RecordingDetails)[];

export const Recording = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string().nullable().describe('null where it is for members and the reader is none'),
  createdAt: instant,
  user: z.object({ username: z.string() }).nullable().describe('null when the account is gone'),
  heldOn: z.iso.date().nullable(),
  series: z.string().nullable(),
  language: z.enum(LOCALES).nullable(),
  minutes: z.int().nullable(),
  note: z.string().nullable(),
  audience: z.enum(AUDIENCES),
});
export type Recording = z.output<typeof Recording>;

const EXAMPLE = { title: 'Week 1', url: 'https://video.example/1' };

export const recordingEndpoints = {
  recordings: {
    method: 'GET',
    path: '/api/recordings',
    summary: 'All recordings, newest first: by the day they were held on, else by the day they were added.',
    access: 'member',
    answer: z.array(Recording),
  },
  addRecording: {
    ...formCall('staff'),
    path: '/api/recordings',
    summary: 'Adds a recording.',
    body: AddedRecording,
    answer: Recording,
    status: 201,
    repeatable: true,
    example: { body: EXAMPLE },
  },
  changeRecording: {
    ...formCall('staff'),
    path: '/api/recordings/:id',
    summary: 'Changes a recording; a field that is absent becomes empty.',
    params: RowId,
    body: RecordingDetails,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' }, body: EXAMPLE },
  },
  deleteRecording: {
    method: 'DELETE',
    path: '/api/recordings/:id',
    summary: 'Deletes a recording, which can be undone for 7 days.',
    access: 'staff',
    limit: 'change',
    params: RowId,
    answer: Done,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' } },
  },
  deleteRecordingForm: {
    ...formCall('staff'),
    path: '/api/recordings/:id/delete',
    summary: 'The same for a form: HTML knows no DELETE.',
    params: RowId,
    answer: Done,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' } },
  },
  restoreRecording: {
    ...formCall('staff'),
    path: '/api/recordings/:id/restore',
    summary: 'Undoes the deletion of a recording.',
    params: RowId,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' } },
  },
} as const satisfies EndpointTable;
