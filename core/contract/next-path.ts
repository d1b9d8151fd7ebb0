import { z } from 'zod';
import { issue } from '../refusals/issues.ts';

/** A request's field `next`: where its form leads afterwards. The answer leads to pages of this site only. */
export const NextPath = z.string({ error: issue('mustBeText') }).optional();
