import { RecordId } from '#core/contract/schemas/recordings.ts';
import { api } from '#framework/define.ts';
import { removeRecording } from '#services/recordings/recordings.ts';

export default api((app) =>
  app.delete('', ({ params, reply, services }) => removeRecording(services.sql, params.id, reply), {
    access: 'admin',
    limit: 'change',
    params: RecordId,
  }),
);
