import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES, successOf } from '#core/contract/messages.ts';
import { insertRecording, listRecordings } from '#db/queries/recordings.ts';
import { handle, methods } from '#framework/endpoint.ts';

export default methods(
  handle(
    endpoints.recordings,
    { failure: MESSAGES.recordingsFailed.message },
    async ({ services: { sql }, reply }) => reply.ok(await listRecordings(sql)),
  ),
  handle(
    endpoints.addRecording,
    { back: '/recordings', fields: ['title', 'url'], failure: MESSAGES.recordingAddFailed.message },
    async ({ body, user, reply, services: { sql } }) => {
      const recording = await insertRecording(sql, user.id, body);
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
