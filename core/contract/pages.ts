/** Pages of a list, numbered from 1. Pure. */

/** Returns the number of pages of `size` rows each; 1 for an empty list. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));
