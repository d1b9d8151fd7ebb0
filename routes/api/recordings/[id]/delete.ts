import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { successText } from '#services/platform/acknowledge.ts';

/** Deletes a recording: DELETE for forms, which can only POST. */
export default handle(
  endpoints.deleteRecordingForm,
  { back: '/recordings', failure: 'messages:recordingDeleteFailed' },
  async ({ params, user, reply, services }) => {
    await services.recordings.remove(user, params.id);
    const flash = successText('messages:recordingDeleted', 'messages:recordingDeletedTitle');
    return reply.ok({ success: true }, { form: { to: '/recordings', flash } });
  },
);
