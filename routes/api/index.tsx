import { ApiPage } from '#components/api/ApiPage.tsx';
import { type Reference, referenceOf } from '#components/api/reference.ts';
import { page } from '#framework/define.ts';
import { RULES } from '#services/platform/rate-limit.ts';

let made: Reference | undefined;

/** The reference of all calls, made once. */
export default page({
  access: 'public',
  load({ services: { settings } }) {
    made ??= referenceOf(RULES, settings.publicUrl);
    return made;
  },
  head: ({ t }) => ({ title: t('api:title'), description: t('api:lead') }),
  view: ({ data }) => <ApiPage reference={data} />,
});
