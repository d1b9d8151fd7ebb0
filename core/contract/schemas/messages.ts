/** Requests of /api/messages: what admins do with the contact forms' messages. */
import { z } from 'zod';
import { issue } from '../../refusals/issues.ts';
import { NextPath } from '../next-path.ts';

/** In the order a message goes through them. */
export const MESSAGE_STATES = ['unread', 'read', 'done'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** A positive int4. */
export const MessageId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const MessageChange = z.object({
  state: z.enum(MESSAGE_STATES, issue('messageStates')),
  next: NextPath,
});

/** Where a message is on its way. */
export function messageState({ readAt, doneAt }: { readAt: Date | null; doneAt: Date | null }): MessageState {
  if (doneAt) return 'done';
  return readAt ? 'read' : 'unread';
}

export const MessageAnswer = z.object({
  success: z.literal(true),
  id: z.int(),
  state: z.enum(MESSAGE_STATES),
});
