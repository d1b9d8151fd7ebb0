/** Loads the texts of all languages, and translates keys. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type i18n, type ResourceLanguage } from 'i18next';
import type { Translate } from '../page.tsx';
import type { SiteLocale } from '../register.ts';
import type { Languages } from './languages.ts';

export type Translations = (locale: SiteLocale) => Translate;

/**
 * Creates one i18next instance for each language at the start: switching the language of one instance for each request
 * would mix up concurrent visitors. Texts are looked up once and cached, because no text refers to another.
 *
 * @param folder contains `<language>/<namespace>.json`
 */
export function loadTranslations(
  folder: string,
  { all, fallback }: Pick<Languages, 'all' | 'fallback'>,
): Translations {
  const resources = Object.fromEntries(all.map((each) => [each, namespaces(join(folder, each))]));
  const translators = new Map(all.map((locale) => [locale, translator(locale, fallback, resources)]));
  return (locale) => translators.get(locale)!;
}

/** Splits a text at its placeholders; the parts at odd indices are the placeholders' names. */
const PLACE = /\{\{(\w+)\}\}/;

function translator(
  locale: SiteLocale,
  fallback: SiteLocale,
  resources: Record<string, ResourceLanguage>,
): Translate {
  const instance = createInstance();
  instance.init({
    lng: locale,
    fallbackLng: fallback,
    resources,
    ns: Object.keys(resources[fallback] ?? {}),
    defaultNS: 'common',
    initAsync: false,
    // React escapes what it renders; a second escape here would show &amp;.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const fixed = new Map<string, string>();
  const translate = instance.getFixedT(locale) as unknown as (key: string, values?: object) => string;
  const texts = new Map<string, readonly string[]>();
  const partsOf = (key: string) => {
    const parts = texts.get(key) ?? translate(key, { skipInterpolation: true }).split(PLACE);
    texts.set(key, parts);
    return parts;
  };
  const cached: Translate = (key, values) => {
    // i18next chooses the plural form
    if (values && 'count' in values) return translate(key, values);
    if (values)
      return partsOf(key).reduce((text, part, i) => text + (i % 2 ? (values[part] ?? '') : part), '');
    const cachedText = fixed.get(key);
    if (cachedText !== undefined) return cachedText;
    const text = translate(key);
    fixed.set(key, text);
    return text;
  };
  instances.set(cached, instance);
  return cached;
}

const instances = new WeakMap<Translate, i18n>();

/** Returns the i18next instance of a translator, for react-i18next's provider around a page. */
export function instanceOf(translate: Translate): i18n {
  const instance = instances.get(translate);
  if (!instance) throw new Error('This translator was not made by loadTranslations.');
  return instance;
}

function namespaces(folder: string): ResourceLanguage {
  let files: string[] = [];
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  } catch {
    // A language without a folder falls back to the default one.
  }
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
  );
}
