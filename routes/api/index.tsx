import { ApiPage } from '#components/site/ApiPage.tsx';
import { type ApiReference, referenceOf } from '#components/site/api-reference.ts';
import { page } from '#framework/define.ts';
import { RATE_LIMITS } from '#services/platform/rate-limit.ts';

let table: ApiReference | undefined;

/** The reference of all calls, built at the first request. */
export default page({
  access: 'public',
  load({ services: { settings } }) {
    table ??= referenceOf(RATE_LIMITS, settings.publicUrl);
    return table;
  },
  head: ({ t }) => ({ title: t('api:title'), description: t('api:lead') }),
  view: ({ data }) => <ApiPage reference={data} />,
});
