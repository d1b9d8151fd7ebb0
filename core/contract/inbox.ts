/** The staff's calls for contact messages: answers, saved replies, assignment and spam. */
import { z } from 'zod';
import { MAX_REPLY, MAX_REPLY_LABEL, MOST_AT_ONCE } from '../contact/replies.ts';
import { inEachLanguage } from '../locale/locale.ts';
import { issue } from '../refusals/issues.ts';
import type { EndpointTable } from './endpoint.ts';
import {
  Acknowledgement,
  flag,
  formCall,
  linesOfText,
  MOST_INT4,
  NextPath,
  RowId,
  rowNumber,
} from './fields.ts';
import { MESSAGE_STATES } from './site.ts';

/** The lists of the inbox: by state, messages assigned to the reader, and spam, which is in no other list. */
export const MESSAGE_LISTS = [...MESSAGE_STATES, 'mine', 'spam'] as const;
export type MessageList = (typeof MESSAGE_LISTS)[number];

const ReplyText = linesOfText(MAX_REPLY, issue('replyMissing'));

const rowId = z.coerce.number().int().min(0).max(2_147_483_647);

const NewReply = z.object({
  text: ReplyText,
  after: rowId
    .default(0)
    .describe('The newest reply that was read before this one was written; a newer one refuses it'),
  keepOpen: flag.describe('Do not mark the message done'),
});

const Assignment = z.object({
  to: z
    .string({ error: issue('assigneeRule') })
    .max(100, { error: issue('assigneeRule') })
    .describe('The name of an admin or moderator; empty for nobody'),
});

const Spam = z.object({
  spam: z.enum(['true', 'false'], { error: issue('spamRule') }).transform((value) => value === 'true'),
});

const CHOOSE = { error: issue('chooseMessages') };
const MessageIds = z
  .array(rowNumber(MOST_INT4, CHOOSE.error), CHOOSE)
  .min(1, CHOOSE)
  .max(MOST_AT_ONCE, CHOOSE);

/** A form sends one chosen id as a text, several as a list; the button for a whole page sends its ids with commas. */
const DoneMessages = z
  .object({
    ids: z
      .union([z.string().max(20), z.array(z.union([z.string().max(20), z.int()])).max(1000)], CHOOSE)
      .optional(),
    page: z.string(CHOOSE).max(1000, CHOOSE).optional().describe('Ids with commas, instead of `ids`'),
    next: NextPath,
  })
  .transform(({ ids, page, next }) => ({
    ids: page?.split(',') ?? (typeof ids === 'string' ? [ids] : (ids ?? [])),
    ...(next !== undefined && { next }),
  }))
  .pipe(z.object({ ids: MessageIds, next: NextPath }));

const SavedReply = z.object({
  label: z
    .string({ error: issue('savedLabelMissing') })
    .trim()
    .min(1, { error: issue('savedLabelMissing') })
    .max(MAX_REPLY_LABEL, { error: issue('mostCharacters') })
    .regex(/^\P{Cc}*$/u, { error: issue('charactersRefused') }),
  ...inEachLanguage(() => ReplyText),
});

const SAVED = {
  label: 'Thanks',
  ...inEachLanguage(() => 'Hello {name}, thank you.'),
  he: 'שלום {name}, תודה.',
};

export const inboxEndpoints = {
  replyToMessage: {
    ...formCall('staff'),
    path: '/api/messages/:id/reply',
    summary: 'Answers a contact message: by mail where mail is set up, and at /contact for a member.',
    params: RowId,
    body: NewReply,
    errors: ['NOT_FOUND', 'ANSWERED', 'TOO_MANY'],
    example: { params: { id: '1' }, body: { text: 'Thank you.' } },
  },
  assignMessage: {
    ...formCall('staff'),
    path: '/api/messages/:id/assign',
    summary: 'Says who of the staff sees to a message.',
    params: RowId,
    body: Assignment,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' }, body: { to: '' } },
  },
  markSpam: {
    ...formCall('staff'),
    path: '/api/messages/:id/spam',
    summary: 'Puts a message among spam, which is deleted after 30 days, or takes it out again.',
    params: RowId,
    body: Spam,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' }, body: { spam: 'true' } },
  },
  doneMessages: {
    ...formCall('staff'),
    path: '/api/messages/done',
    summary: 'Marks up to 50 messages done.',
    body: DoneMessages,
    answer: Acknowledgement.extend({ done: z.int().describe('How many were not done yet') }),
    example: { body: { ids: ['1', '2'] } },
  },
  addSavedReply: {
    ...formCall('staff'),
    path: '/api/saved-replies',
    summary: 'Saves a reply in both languages; {name} and {season} are filled in when it is used.',
    body: SavedReply,
    answer: z.object({ id: z.int() }),
    status: 201,
    errors: ['SAVED_REPLIES_FULL'],
    example: { body: SAVED },
  },
  changeSavedReply: {
    ...formCall('staff'),
    path: '/api/saved-replies/:id',
    summary: 'Changes a saved reply.',
    params: RowId,
    body: SavedReply,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' }, body: SAVED },
  },
  deleteSavedReply: {
    ...formCall('staff'),
    path: '/api/saved-replies/:id/delete',
    summary: 'Deletes a saved reply.',
    params: RowId,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' } },
  },
} as const satisfies EndpointTable;
