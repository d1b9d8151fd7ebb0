import { TEST_CODES } from '#core/test-codes.ts';
import { TestErrorQuery } from '#core/wire/test-error.ts';
import { api } from '#server/define.ts';

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
