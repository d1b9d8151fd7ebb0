import { ErrorTestPage, type TestOutcome } from '#components/site/ErrorTestPage.tsx';
import { TestErrorQuery } from '#core/contract/site.ts';
import { TEST_CODES } from '#core/contract/test-codes.ts';
import { issueOf } from '#core/refusals/issues.ts';
import { page, type RequestContext, redirect } from '#framework/define.ts';
import { issueText } from '#framework/failure.ts';
import ErrorTest from '#islands/ErrorTest.tsx';

export default page({
  access: 'public',
  load({ user, query, t, say }) {
    if (!user) throw redirect('/login?next=%2Ferror-test');
    const { code, message } = query;
    return {
      code: typeof code === 'string' ? code : '',
      message: typeof message === 'string' ? message : '',
      outcome: code === undefined ? null : outcomeOf(query, { t, say }),
    };
  },
  head: ({ t }) => ({ title: t('errorTest:title') }),
  view: ({ data: { code, message, outcome }, t }) => (
    <ErrorTestPage
      outcome={outcome}
      form={
        <ErrorTest
          code={code}
          message={message}
          strings={{
            codeLabel: t('errorTest:codeLabel'),
            codes: TEST_CODES.map((each) => t(`errorTest:code.${each}`)),
            message: t('errorTest:message'),
            run: t('errorTest:run'),
            running: t('errorTest:running'),
            received: t('messages:testReceived'),
            unknown: t('messages:testUnknown'),
            caught: t('messages:testCaught'),
            doneTitle: t('messages:testDoneTitle'),
            done: t('messages:testDone'),
          }}
        />
      }
    />
  ),
});

/** Returns the outcome of a test for a form without scripts, with the message of /api/test-error. */
function outcomeOf(query: unknown, { t, say }: Pick<RequestContext, 't' | 'say'>): TestOutcome {
  const input = TestErrorQuery.safeParse(query);
  const title = t('messages:testReceived');
  if (!input.success)
    return { failed: true, title, message: say(input.error.issues.slice(0, 1).map(issueOf).map(issueText)) };
  const code = TEST_CODES.find((each) => each === input.data.code);
  if (code === undefined)
    return { failed: false, title: t('messages:testDoneTitle'), message: t('messages:testDone') };
  return { failed: true, title, message: input.data.message || t(`errorTest:code.${code}`) };
}
