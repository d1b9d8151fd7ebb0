/** POST /api/language: what the language switch sends. */
import { z } from 'zod';
import { LOCALES } from '../../locale/locale.ts';
import { issue } from '../../refusals/issues.ts';
import { NextPath } from '../next-path.ts';

export const ChooseLanguage = z.object({
  language: z.enum(LOCALES, { error: issue('language') }),
  /** Where a form goes on; the page it was on if absent. */
  next: NextPath,
});

export const LanguageAnswer = z.object({ language: z.enum(LOCALES) });
