import { RecordId } from '#core/contract/schemas/recordings.ts';
import { api } from '#framework/define.ts';
import { removeRecording } from '#services/recordings/recordings.ts';

/** The same as DELETE, for a form: HTML knows no other method. */
export default api((app) =>
  app.post('', ({ params, reply, services }) => removeRecording(services.sql, params.id, reply), {
    access: 'admin',
    limit: 'change',
    params: RecordId,
    form: { back: '/recordings', failure: 'Failed to delete the recording' },
  }),
);
