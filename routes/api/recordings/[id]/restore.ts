import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.restoreRecording, { back: '/recordings' }, async (call) => {
  await call.services.recordings.restore(call.user, call.params.id);
  return acknowledge(call, 'recordings:restored', '/recordings');
});
