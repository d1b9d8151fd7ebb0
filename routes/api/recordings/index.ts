import { NewRecording } from '#core/contract/schemas/recordings.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import { insertRecording, listRecordings } from '#db/queries/recordings.ts';
import { api } from '#framework/define.ts';

export default api((app) =>
  app
    .get('', ({ services: { sql } }) => listRecordings(sql), {
      access: 'member',
      form: { failure: MESSAGES.recordingsFailed.message },
    })
    .post(
      '',
      async ({ body, user, reply, services: { sql } }) => {
        const recording = await insertRecording(sql, user!.id, body);
        return reply.ok(recording, {
          status: 201,
          form: {
            to: '/recordings',
            flash: { kind: 'success', title: 'Success', message: 'New recording added.' },
          },
        });
      },
      {
        access: 'admin',
        limit: 'change',
        body: NewRecording,
        form: { back: '/recordings', failure: 'Failed to add the recording' },
      },
    ),
);
