/** Words texts for a reader by their keys in `locales/`: refusals, issues, notifications and messages. */
import type { TranslationKey } from '#build/i18n.gen.ts';
import { formatDay, formatMoment, formatUsd } from '#core/locale/format.ts';
import { DEFAULT_LOCALE, DEFAULT_ZONE, LOCALES, type Locale } from '#core/locale/locale.ts';
import { fill } from '#core/locale/sentence.ts';
import { priceText } from '#core/market/price-text.ts';
import { isSector } from '#core/market/screener.ts';
import { PARAMS, type ParamName, WORDS } from '#core/refusals/params.ts';
import type { Text, TextParams } from '#framework/failure.ts';
import type { Translations } from '#framework/locale/i18n.ts';
import { createLanguages } from '#framework/locale/languages.ts';
import type { Translate } from '#framework/page.tsx';

/** Several texts are joined by a space. */
export type SayText = (text: Text | readonly Text[], locale: Locale) => string;

/** @param zone time zone of instants in texts */
export function createSay(translations: Translations, zone = 'UTC'): SayText {
  // filling in a cached text takes a tenth of the time of an i18next call
  const wordings = new Map<string, string>();
  function wordingOf(key: TranslationKey, params: TextParams, locale: Locale): string {
    const id = `${locale} ${key}`;
    const cached = wordings.get(id);
    if (cached !== undefined) return cached;
    const places = Object.fromEntries(Object.keys(params).map((name) => [name, `{{${name}}}`]));
    const wording = translations(locale)(key, places);
    wordings.set(id, wording);
    return wording;
  }
  return (text, locale) => {
    const translate = translations(locale);
    const one = ({ key, params }: Text) => {
      if (!params) return translate(key);
      const values = shownIn(translate, { locale, zone }, params);
      // i18next picks the plural form for a count
      return 'count' in values ? translate(key, values) : fill(wordingOf(key, params, locale), values);
    };
    return 'key' in text ? one(text) : text.map(one).join(' ');
  };
}

type Reader = { locale: Locale; zone: string };

function shownIn(translate: Translate, reader: Reader, params: TextParams) {
  const values: Record<string, string | number> = {};
  for (const name in params) values[name] = show(translate, reader, name, params[name]!);
  return values;
}

/** Returns the names of sectors in the reader's language; other names stay as they are. */
export const sectorNames = (translate: Translate, names: readonly string[]): string =>
  names.map((name) => (isSector(name) ? translate(`screener:sectors.${name}`) : name)).join(', ');

/** Formats a parameter by its kind in PARAMS. A parameter that PARAMS does not list counts as text. */
function show(
  translate: Translate,
  { locale, zone }: Reader,
  name: string,
  value: TextParams[string],
): string | number {
  const kind = PARAMS[name as ParamName] ?? 'text';
  if (typeof value === 'object') return kind === 'sectors' ? sectorNames(translate, value) : value.join(', ');
  // i18next needs the number to pick a plural form
  if (
    typeof value === 'number' ||
    kind === 'text' ||
    kind === 'number' ||
    kind === 'list' ||
    kind === 'sectors'
  )
    return value;
  const text = value;
  if (kind === 'money') return formatUsd(text);
  if (kind === 'exact') return `$${text}`;
  if (kind === 'price') return `$${priceText(text)}`;
  if (kind === 'date') return formatDay(`${text}T12:00:00Z`, locale, 'UTC');
  if (kind === 'instant') return formatMoment(text, { locale, zone });
  const isOurs = (WORDS[kind] as readonly string[]).includes(text);
  return isOurs ? translate(`errors:${kind}.${text}` as TranslationKey) : text;
}

export const languages = createLanguages({ all: LOCALES, fallback: DEFAULT_LOCALE, zone: DEFAULT_ZONE });
