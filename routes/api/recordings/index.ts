import { endpoints } from '#core/contract/endpoints.ts';
import { RECORDING_FIELDS } from '#core/contract/recordings.ts';
import { listRecordings } from '#db/queries/recordings.ts';
import { handle, methods } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { keyOfRequest, replayHeaders } from '#services/platform/idempotency.ts';
import { seenBy } from '#services/recordings/recordings.ts';

export default methods(
  handle(
    endpoints.recordings,
    { failure: 'messages:recordingsFailed' },
    async ({ services: { sql }, user, reply }) =>
      reply.ok((await listRecordings(sql)).map((recording) => seenBy(recording, user))),
  ),
  handle(
    endpoints.addRecording,
    { back: '/recordings', fields: RECORDING_FIELDS, failure: 'messages:recordingAddFailed' },
    async ({ body, request, user, reply, services }) => {
      const { intent, ...details } = body;
      const key = keyOfRequest(request, intent);
      const { answer, replayed } = await services.recordings.add(user, details, key);
      const form = { to: '/recordings', flash: successText('messages:recordingAdded') };
      return reply.ok(answer, { status: 201, headers: replayHeaders(replayed), form });
    },
  ),
);
