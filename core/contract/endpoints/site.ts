/** Recordings, messages, and the site itself. */
import { z } from 'zod';
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { ContactCall, ContactForm } from '../schemas/contact.ts';
import { MessageAnswer, MessageChange, MessageId } from '../schemas/messages.ts';
import { NewRecording, RecordId, Recording } from '../schemas/recordings.ts';
import { TestErrorAnswer, TestErrorQuery, TestErrors } from '../schemas/test-error.ts';

/** A form has two names, a call one. */
const ContactRequest = z.union([ContactCall, ContactForm]);
const ContactAnswer = z.object({ success: z.literal(true), title: z.string(), message: z.string() });

export const site = {
  recordings: {
    ...located(at.recordings),
    summary: 'All recordings, newest first.',
    access: 'member',
    answer: z.array(Recording),
  },
  addRecording: {
    ...located(at.addRecording),
    summary: 'Adds a recording.',
    access: 'admin',
    limit: 'change',
    body: NewRecording,
    answer: Recording,
    status: 201,
    form: true,
    example: { body: { title: 'Week 1', url: 'https://video.example/1' } },
  },
  deleteRecording: {
    ...located(at.deleteRecording),
    summary: 'Deletes a recording.',
    access: 'admin',
    limit: 'change',
    params: RecordId,
    answer: Done,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' } },
  },
  deleteRecordingForm: {
    ...located(at.deleteRecordingForm),
    summary: 'The same for a form: HTML knows no DELETE.',
    access: 'admin',
    limit: 'change',
    params: RecordId,
    answer: Done,
    form: true,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' } },
  },
  contact: {
    ...located(at.contact),
    summary: 'Sends a message to the people behind the site.',
    access: 'public',
    limit: 'change',
    body: ContactRequest,
    answer: ContactAnswer,
    form: true,
    errors: ['SIGNED_OUT'],
    example: {
      body: {
        ...{ purpose: 'public', name: 'Dana Levi', email: 'dana@mail.example', phone: '050-0000000' },
        ...{ subject: 'General Inquiry', message: 'How do I begin?' },
      },
    },
  },
  message: {
    ...located(at.message),
    summary: 'Marks a message unread, read or done.',
    access: 'admin',
    limit: 'change',
    params: MessageId,
    body: MessageChange,
    answer: MessageAnswer,
    form: true,
    errors: ['NOT_FOUND'],
    example: { params: { id: '1' }, body: { state: 'done' } },
  },
  testError: {
    ...located(at.testError),
    summary: 'Answers with the status asked for, for trying out how errors look.',
    access: 'member',
    query: TestErrorQuery,
    answer: TestErrorAnswer,
    others: TestErrors,
    example: { query: { code: '404' } },
  },
  openapi: {
    ...located(at.openapi),
    summary: 'This description, as OpenAPI 3.1.',
    access: 'public',
    answer: z.looseObject({ openapi: z.string() }),
    tagged: true,
  },
} as const satisfies EndpointTable;
