/** English texts of refusals: tests of services and rules compare whole sentences. */
import { join } from 'node:path';
import { type Failure, textsOf } from '#framework/failure.ts';
import { loadTranslations } from '#framework/locale/i18n.ts';
import type { Problem } from '#market/market.ts';
import { createSay, languages } from '#services/platform/say.ts';

export const say = createSay(loadTranslations(join(import.meta.dir, '../../locales'), languages));

export const english = (refusal: Failure): string => say(textsOf(refusal), 'en');

/** Returns a market's reason for having no prices, in English. */
export const problemText = ({ key, params }: Problem): string =>
  say({ key: `errors:${key}`, ...(params && { params }) }, 'en');
