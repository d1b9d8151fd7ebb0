import { usePage } from '#framework/page.tsx';
import Shared from './islands/Shared.tsx';

/** Shows the visitor's name from the loader, from the page's context and inside an island. */
export function Balance({ of }: { of: string }) {
  const { user } = usePage();
  return (
    <p>
      {of}:{user?.username}:<Shared start={`balance of ${of}`} />
    </p>
  );
}
