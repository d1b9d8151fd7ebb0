import { endpoints } from '#core/contract/endpoints.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { handle } from '#framework/endpoint.ts';
import { removeRecording } from '#services/recordings/recordings.ts';

/** DELETE for forms, which can only POST. */
export default handle(
  endpoints.deleteRecordingForm,
  { back: '/recordings', failure: MESSAGES.recordingDeleteFailed.message },
  ({ params, reply, services }) => removeRecording(services.sql, params.id, reply),
);
