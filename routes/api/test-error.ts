import { endpoints } from '#core/contract/endpoints.ts';
import { TEST_CODES } from '#core/contract/test-codes.ts';
import { handle } from '#framework/endpoint.ts';

/** Responds with the requested status and message; with success for 200. */
export default handle(endpoints.testError, ({ query, reply, t }) => {
  const code = TEST_CODES.find((each) => each === query.code);
  if (code === undefined) return reply.ok({ success: true, message: t('messages:testDone') });
  const error = query.message || t(`errorTest:code.${code}`);
  return Response.json({ error, message: error, code: `TEST_${code}` }, { status: code });
});
