/** Contact messages, the site itself, and the resources for search engines, browsers and monitoring. */
import { z } from 'zod';
import { DEFAULT_LOCALE, LOCALES } from '../locale/locale.ts';
import { issue } from '../refusals/issues.ts';
import { ContactCall, ContactForm } from './contact.ts';
import type { EndpointTable } from './endpoint.ts';
import { formCall, NextPath, RowId } from './fields.ts';
import { MAX_TEST_MESSAGE, TEST_CODES } from './test-codes.ts';

/** The states of a contact message, in the sequence in which a message goes through them. */
export const MESSAGE_STATES = ['unread', 'read', 'done'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const MessageChange = z.object({
  state: z.enum(MESSAGE_STATES, issue('messageStates')),
  next: NextPath,
});

export function messageState({ readAt, doneAt }: { readAt: Date | null; doneAt: Date | null }): MessageState {
  if (doneAt) return 'done';
  return readAt ? 'read' : 'unread';
}

const MessageAnswer = z.object({
  success: z.literal(true),
  id: z.int(),
  state: z.enum(MESSAGE_STATES),
});

const TEST_ANSWERS = ['200', ...TEST_CODES.map(String)];

export const TestErrorQuery = z.object({
  code: z
    .string(issue('testCode'))
    .refine((text) => TEST_ANSWERS.includes(text), issue('testCode'))
    .transform(Number),
  message: z.string().trim().max(MAX_TEST_MESSAGE, issue('mostCharacters')).optional(),
});

const TestErrorAnswer = z.object({ success: z.literal(true), message: z.string() });

const TestErrors = Object.fromEntries(
  TEST_CODES.map((code) => [
    code,
    z.object({ error: z.string(), message: z.string(), code: z.literal(`TEST_${code}`) }),
  ]),
);

/** A form sends first and last name, a program one name. */
const ContactRequest = z.union([ContactCall, ContactForm]);
const ContactAnswer = z.object({ success: z.literal(true), title: z.string(), message: z.string() });

export const siteEndpoints = {
  goPlan: {
    method: 'GET',
    path: '/go/:plan',
    summary: 'Leads to the payment page of a plan, and counts the click.',
    access: 'public',
    params: z.object({ plan: z.string().max(40) }),
    status: 303,
    errors: ['NOT_FOUND'],
    example: { params: { plan: 'annual' } },
  },
  goRecording: {
    method: 'GET',
    path: '/go/recording/:id',
    summary: 'Leads to a recording, and counts that it was opened; who may not open it is led to /pricing.',
    access: 'member',
    params: z.object({ id: z.string().max(40) }),
    status: 303,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' } },
  },
  numbers: {
    method: 'GET',
    path: '/api/numbers',
    summary: 'What happened on each of the last days, as CSV.',
    access: 'admin',
    query: z.object({ days: z.enum(['30', '90']).default('30').transform(Number) }),
    media: ['text/csv'],
  },
  contact: {
    ...formCall('public'),
    path: '/api/contact',
    summary: 'Sends a message to the people behind the site.',
    body: ContactRequest,
    answer: ContactAnswer,
    errors: ['SIGNED_OUT', 'KEEP_FIRST'],
    example: {
      body: {
        purpose: 'public',
        name: 'Dana Levi',
        email: 'dana@mail.example',
        phone: '050-0000000',
        subject: 'General Inquiry',
        message: 'How do I begin?',
      },
    },
  },
  message: {
    ...formCall('staff'),
    path: '/api/messages/:id',
    summary: 'Marks a message unread, read or done.',
    params: RowId,
    body: MessageChange,
    answer: MessageAnswer,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' }, body: { state: 'done' } },
  },
  testError: {
    method: 'GET',
    path: '/api/test-error',
    summary: 'Answers with the status asked for, for trying out how errors look.',
    access: 'member',
    query: TestErrorQuery,
    answer: TestErrorAnswer,
    others: TestErrors,
    example: { query: { code: '404' } },
  },
  openapi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description, as OpenAPI 3.1.',
    access: 'public',
    answer: z.looseObject({ openapi: z.string() }),
    tagged: true,
  },
} as const satisfies EndpointTable;

const InLanguage = z.object({ l: z.enum(LOCALES).default(DEFAULT_LOCALE) });

export const discoveryEndpoints = {
  offlineWorker: {
    method: 'GET',
    path: '/sw.js',
    summary: 'What a browser runs to say that the site cannot be reached.',
    access: 'public',
    query: InLanguage,
    media: ['text/javascript'],
  },
  robots: {
    method: 'GET',
    path: '/robots.txt',
    summary: 'Which addresses search engines leave alone.',
    access: 'public',
    media: ['text/plain'],
  },
  sitemap: {
    method: 'GET',
    path: '/sitemap.xml',
    summary: 'Addresses of the pages everyone may read.',
    access: 'public',
    media: ['application/xml'],
  },
  securityTxt: {
    method: 'GET',
    path: '/.well-known/security.txt',
    summary: 'Where to report a hole in the security of the site.',
    access: 'public',
    media: ['text/plain'],
  },
  nextSeason: {
    method: 'GET',
    path: '/next-season.ics',
    summary: 'The planned start of the next season, for a calendar.',
    access: 'public',
    media: ['text/calendar'],
    errors: ['NOT_FOUND'],
  },
  seasonCard: {
    method: 'GET',
    path: '/og/seasons/:number',
    summary: 'The picture of a season for link previews, 1200 x 630.',
    access: 'public',
    params: z.object({ number: z.string().regex(/^[1-9]\d{0,8}\.png$/) }),
    query: InLanguage,
    media: ['image/png'],
    errors: ['NOT_FOUND'],
    example: { params: { number: '1.png' } },
  },
  traderCardPicture: {
    method: 'GET',
    path: '/og/traders/:name',
    summary: "The picture of a trader's page for link previews, 1200 x 630.",
    access: 'public',
    params: z.object({ name: z.string().max(80) }),
    query: InLanguage,
    media: ['image/png'],
    errors: ['NOT_FOUND'],
    example: { params: { name: 'dana.png' } },
  },
} as const satisfies EndpointTable;

const Part = z.object({
  ok: z.boolean(),
  /** Response time, ms; for `board` the age of the newest leaderboard. */
  ms: z.number().optional(),
  says: z.string().optional(),
});
const Ready = z.object({
  status: z.enum(['ok', 'degraded', 'down', 'leaving']),
  checks: z.object({ database: Part, market: Part, bus: Part, board: Part, disk: Part, addresses: Part }),
});

export const operationEndpoints = {
  alive: {
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process lives.',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    summary: 'Whether the process may be sent requests, and how the parts it stands on are; 503 if not.',
    access: 'public',
    answer: Ready,
    others: { 503: Ready },
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: "Numbers for monitoring in Prometheus' text form; 404 for those who may not read them.",
    access: 'public',
    media: ['text/plain'],
    errors: ['NOT_FOUND'],
  },
} as const satisfies EndpointTable;
