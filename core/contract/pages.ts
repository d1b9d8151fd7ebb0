/** Pages of a list, numbered from 1. Pure. */

/** Rows in a response of the API: the default and the maximum. */
export const PAGE_SIZE = 100;

/** Returns the number of pages of `size` rows each; 1 for an empty list. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** Clamps the page to 1 … last and the limit to 1 … 100; a value that is no number gives the default. */
export function clampPage(page: unknown, limit: unknown, total: number): { page: number; limit: number } {
  const whole = (value: unknown, fallback: number) => {
    const n = typeof value === 'number' ? value : Number.parseInt(String(value ?? ''), 10);
    return Number.isFinite(n) ? Math.trunc(n) : fallback;
  };
  const size = Math.min(PAGE_SIZE, Math.max(1, whole(limit, PAGE_SIZE)));
  const last = pageCount(total, size);
  return { page: Math.min(last, Math.max(1, whole(page, 1))), limit: size };
}

/** Returns the 1-based page of a row. */
export function pageOf(rowNumber: number, limit = PAGE_SIZE): number {
  return Math.floor((rowNumber - 1) / limit) + 1;
}
