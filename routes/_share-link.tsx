import { Share } from '#components/layout/Share.tsx';
import { Attach } from '#framework/islands/island.tsx';
import type { Translate } from '#framework/page.tsx';
import ShareLink from '#islands/ShareLink.ts';

/** Returns the link to share of a page, with the behaviour of its buttons. @param address the page's URL */
export const shareLink = (t: Translate, address: string) => (
  <Attach behaviour={ShareLink} props={{ copied: t('page:copied') }}>
    <Share address={address} />
  </Attach>
);
