import { useEffect, useState } from 'react';
import { useRegion } from '#components/island.tsx';
import { island } from '#islands/_hooks/island.tsx';
import { useHydrated } from '#islands/_hooks/useHydrated.ts';

type Props = { at: Date; tags: Set<string>; same: object[]; evil: string };

/** Shows that its props arrived as what they were. */
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
