/** Returns `path` with a query of all fields that have a value. */
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

/** Returns the field `page` of an address. Pages count from 1; the address of the first page has no such field. */
export const pageField = (page: number) => ({ page: page > 1 && page });
