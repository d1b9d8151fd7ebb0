import type { ReactNode } from 'react';
import { Attach } from '#framework/islands/island.tsx';
import type { Translate } from '#framework/page.tsx';
import CopyLink from '#islands/CopyLink.ts';

/** Returns the `withCopy` of a page: a function that attaches the behaviour of the copy button to its parts. */
export const copyLink = (t: Translate) => (parts: ReactNode) => (
  <Attach behaviour={CopyLink} props={{ copied: t('page:copied') }}>
    {parts}
  </Attach>
);
