import { z } from 'zod';

/** A request's field `next`: where its form leads afterwards. The answer leads to pages of this site only. */
export const NextPath = z.string({ error: 'next must be text.' }).optional();
