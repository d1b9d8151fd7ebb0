/** Texts in the words of a reader: refusals, issues, notices and messages, by their keys in `locales/`. */

import type { TranslationKey } from '#build/i18n.gen.ts';
import { fill } from '#core/locale/fill.ts';
import { formatDay, formatUsd, formatUtc } from '#core/locale/format.ts';
import { DEFAULT_LOCALE, DEFAULT_ZONE, LOCALES, type Locale } from '#core/locale/locale.ts';
import { priceText } from '#core/market/price-text.ts';
import { PARAMS, type ParamName, WORDS } from '#core/refusals/params.ts';
import type { Text, TextParams } from '#framework/failure.ts';
import type { Translations } from '#framework/locale/i18n.ts';
import { createLanguages } from '#framework/locale/languages.ts';
import type { Translate } from '#framework/page.tsx';

/** A text in a language; several are joined by a space. */
export type SayText = (text: Text | readonly Text[], locale: Locale) => string;

export function createSay(translations: Translations): SayText {
  // looked up once: filling a wording costs a tenth of asking i18next for it
  const wordings = new Map<string, string>();
  function wordingOf(key: TranslationKey, params: TextParams, locale: Locale): string {
    const id = `${locale} ${key}`;
    const known = wordings.get(id);
    if (known !== undefined) return known;
    const places = Object.fromEntries(Object.keys(params).map((name) => [name, `{{${name}}}`]));
    const wording = translations(locale)(key, places);
    wordings.set(id, wording);
    return wording;
  }
  return (text, locale) => {
    const translate = translations(locale);
    const one = ({ key, params }: Text) => {
      if (!params) return translate(key);
      const shown = shownIn(translate, locale, params);
      // a count picks among the forms of a plural
      return 'count' in shown ? translate(key, shown) : fill(wordingOf(key, params, locale), shown);
    };
    return 'key' in text ? one(text) : text.map(one).join(' ');
  };
}

function shownIn(translate: Translate, locale: Locale, params: TextParams) {
  const shown: Record<string, string | number> = {};
  for (const name in params) shown[name] = show(translate, locale, name, params[name]!);
  return shown;
}

/** A parameter as a reader sees it; a name that is not in the table is shown as it is. */
function show(
  translate: Translate,
  locale: Locale,
  name: string,
  value: TextParams[string],
): string | number {
  const kind = PARAMS[name as ParamName] ?? 'text';
  if (typeof value === 'object') return value.join(', ');
  // a number stays one: its wording may have plural forms
  if (typeof value === 'number' || kind === 'text' || kind === 'number' || kind === 'list') return value;
  const text = value;
  if (kind === 'money') return formatUsd(text);
  if (kind === 'exact') return `$${text}`;
  if (kind === 'price') return `$${priceText(text)}`;
  if (kind === 'date') return formatDay(`${text}T12:00:00Z`, locale, 'UTC');
  if (kind === 'instant') return formatUtc(text, locale);
  const isOurs = (WORDS[kind] as readonly string[]).includes(text);
  return isOurs ? translate(`errors:${kind}.${text}` as TranslationKey) : text;
}

/** The languages Paperpit speaks, and in which one a request is answered. */
export const languages = createLanguages({ all: LOCALES, fallback: DEFAULT_LOCALE, zone: DEFAULT_ZONE });
