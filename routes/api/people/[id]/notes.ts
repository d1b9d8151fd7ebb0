import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { addNote } from '#services/account/people.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

export default handle(endpoints.addPersonNote, { fields: ['note'] }, async (call) => {
  const { services, user, params, body } = call;
  await addNote(services.sql, user, {
    userId: params.id,
    text: body.note,
    now: services.databaseClock.now(),
  });
  return acknowledge(call, 'people:noteAdded', `/admin/people/${params.id}`);
});
