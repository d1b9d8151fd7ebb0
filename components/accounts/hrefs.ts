/** What accounts can have in common. */
export const HINTS = ['shared', 'opposite', 'alike', 'xp'] as const;
export type Hint = (typeof HINTS)[number];

/** The address of a page of the list. */
export function hintsHref(hint: Hint, page = 1): string {
  const query = new URLSearchParams({
    ...(hint !== 'shared' && { show: hint }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size > 0 ? `/admin/accounts?${query}` : '/admin/accounts';
}
