import { endpoints } from '#core/contract/endpoints.ts';
import { RECORDING_FIELDS } from '#core/contract/recordings.ts';
import { handle, methods } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default methods(
  // a refused form returns to its dialog
  handle(endpoints.changeRecording, { fields: RECORDING_FIELDS }, async (call) => {
    await call.services.recordings.edit(call.user, call.params.id, call.body);
    return acknowledge(call, 'recordings:changed', '/recordings');
  }),
  handle(endpoints.deleteRecording, async ({ params, user, reply, services }) => {
    await services.recordings.remove(user, params.id);
    return reply.ok({ success: true });
  }),
);
