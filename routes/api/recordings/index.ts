import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES, successOf } from '#core/contract/messages.ts';
import { RECORDING_FIELDS } from '#core/contract/recordings.ts';
import { listRecordings } from '#db/queries/recordings.ts';
import { handle, methods } from '#framework/endpoint.ts';
import { seenBy } from '#services/recordings/recordings.ts';

export default methods(
  handle(
    endpoints.recordings,
    { failure: MESSAGES.recordingsFailed.message },
    async ({ services: { sql }, user, reply }) =>
      reply.ok((await listRecordings(sql)).map((recording) => seenBy(recording, user))),
  ),
  handle(
    endpoints.addRecording,
    { back: '/recordings', fields: RECORDING_FIELDS, failure: MESSAGES.recordingAddFailed.message },
    async ({ body, user, reply, services }) => {
      const recording = await services.recordings.add(user, body);
      return reply.ok(recording, {
        status: 201,
        form: {
          to: '/recordings',
          flash: successOf('recordingAdded'),
        },
      });
    },
  ),
);
