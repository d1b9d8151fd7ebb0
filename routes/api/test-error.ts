import { TEST_CODES } from '#core/contract/schemas/test-codes.ts';
import { TestErrorQuery } from '#core/contract/schemas/test-error.ts';
import { api } from '#framework/define.ts';

/** Answers with the status asked for, and says the message asked for. */
export default api((app) =>
  app.get(
    '',
    ({ query, reply, t }) => {
      const code = TEST_CODES.find((each) => each === query.code);
      if (code === undefined) return reply.ok({ success: true, message: t('messages:testDone') });
      const error = query.message || t(`errorTest:code.${code}`);
      return reply.ok({ error, message: error, code: `TEST_${code}` }, { status: code });
    },
    { access: 'member', query: TestErrorQuery },
  ),
);
