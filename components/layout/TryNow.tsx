import { useCarriedHref } from './local-href.ts';

/** The press that makes a guest: a form, so that no crawler makes one by following links. @param label finished text */
export function TryNow({ label }: { label: string }) {
  const action = useCarriedHref()('/api/guest');
  return (
    <form method="post" action={action} className="contents">
      <button type="submit" className="btn btn-primary">
        {label}
      </button>
    </form>
  );
}
