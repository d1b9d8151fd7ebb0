import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { removeRecording } from '#services/recordings/recordings.ts';

export default handle(endpoints.deleteRecording, ({ params, reply, services }) =>
  removeRecording(services.sql, params.id, reply),
);
