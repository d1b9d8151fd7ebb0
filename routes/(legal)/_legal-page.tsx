import { LegalPage } from '#components/site/LegalPage.tsx';
import { page } from '#framework/define.ts';
import { SAME_FOR_ALL } from '#framework/shared-document.ts';
import { READABLE, responsible } from '#services/platform/public-pages.ts';

/** Returns the page of a legal text. */
export default (name: 'accessibility' | 'privacy' | 'terms') =>
  page({
    ...READABLE,
    load: ({ services }) => responsible(services.settings),
    head: ({ t }) => ({ title: t(`legal:${name}.title`), description: t(`legal:${name}.lead`) }),
    view: ({ data }) => <LegalPage name={name} who={data} />,
    shared: SAME_FOR_ALL,
  });
