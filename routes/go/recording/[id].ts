import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { recordingById } from '#db/queries/recordings.ts';
import { handle } from '#framework/endpoint.ts';
import { leaveFor } from '#framework/http/response.ts';
import { seenBy } from '#services/recordings/recordings.ts';

/** Redirects to a recording; redirects a reader who may not open it to /pricing. */
export default handle(endpoints.goRecording, async ({ request, params, user, services, reply }) => {
  const id = /^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : null;
  const recording = id && (await recordingById(services.sql, id));
  if (!recording) throw fail('NOT_FOUND.recording');
  const { url } = seenBy(recording, user);
  if (url === null) return reply.go('/pricing');
  services.counts.click(request, 'recording');
  return leaveFor(url);
});
