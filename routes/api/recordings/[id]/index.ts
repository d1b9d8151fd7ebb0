import { RecordId } from '#core/wire/recordings.ts';
import { api } from '#server/define.ts';
import { removeRecording } from '#server/recordings.ts';

export default api((app) =>
  app.delete('', ({ params, reply, services }) => removeRecording(services.sql, params.id, reply), {
    access: 'admin',
    limit: 'change',
    params: RecordId,
  }),
);
