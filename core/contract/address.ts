/** Returns an address with a query of the fields that have a value. */
export function addressOf(
  path: string,
  fields: Readonly<Record<string, string | number | false | null | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null && value !== false && value !== '')
      query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns the field of an address that names a page from 1 on; the first page needs none. */
export const pageField = (page: number) => ({ page: page > 1 && page });
