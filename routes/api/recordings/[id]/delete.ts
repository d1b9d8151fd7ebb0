import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES, successOf } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';

/** DELETE for forms, which can only POST. */
export default handle(
  endpoints.deleteRecordingForm,
  { back: '/recordings', failure: MESSAGES.recordingDeleteFailed.message },
  async ({ params, user, reply, services }) => {
    await services.recordings.remove(user, params.id);
    return reply.ok({ success: true }, { form: { to: '/recordings', flash: successOf('recordingDeleted') } });
  },
);
