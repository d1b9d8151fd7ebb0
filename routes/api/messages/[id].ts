import { endpoints } from '#core/contract/endpoints.ts';
import { fail } from '#core/refusals/refusals.ts';
import { setMessageState } from '#db/queries/messages.ts';
import { handle } from '#framework/endpoint.ts';

/**
 * Marks a message unread, read or done. The list opens an unread message by this POST, because a GET must not change
 * its state.
 */
export default handle(endpoints.message, async ({ params, body, user, reply, services: { sql } }) => {
  const isFound = await setMessageState(sql, params.id, user.id, body.state);
  if (!isFound) throw fail('NOT_FOUND.message');
  return reply.ok(
    { success: true, id: params.id, state: body.state },
    { form: { to: body.next ?? '/admin/messages' } },
  );
});
