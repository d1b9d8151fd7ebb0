import { useEffect, useState } from 'react';
import { useHydrated } from '#framework/islands/hooks.ts';
import { island, useRegion } from '#framework/islands/island.tsx';

type Props = { at: Date; tags: Set<string>; same: object[]; evil: string };

/** Shows that its props keep their types. */
function Seen({ at, tags, same, evil }: Props) {
  const { locale, dir, zone } = useRegion();
  const hydrated = useHydrated();
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <p>
      {at.toISOString()} {[...tags].join()} {String(same[0] === same[1])} {evil} {locale} {dir} {zone}{' '}
      {hydrated ? 'live' : 'drawn'} {mounted ? 'mounted' : ''}
    </p>
  );
}

export default island('Seen', 'visible', Seen);
