/** Texts in the words of a reader: refusals, issues, notices and messages, by their keys in `locales/`. */
import type { TranslationKey } from '#build/i18n.gen.ts';
import type { WordingKey } from '#core/contract/errors.ts';
import type { IssueCode } from '#core/contract/issues.ts';
import { PARAMS, type ParamName, WORDS } from '#core/contract/params.ts';
import { formatUsd } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import type { Text } from '#framework/failure.ts';
import type { Translations } from '#framework/i18n.ts';
import type { Translate } from '#framework/page.tsx';

/** A text in a language; several are joined by a space. */
export type Say = (text: Text | readonly Text[], locale: Locale) => string;

/** Compiles as long as every refusal and every issue is worded in `locales/en/errors.json`. */
export type Worded<Key extends TranslationKey = `errors:${WordingKey | IssueCode}`> = Key;

type Value = string | number | readonly string[];

export function createSay(translations: Translations): Say {
  return (text, locale) => {
    const translate = translations[locale];
    const one = ({ key, params }: Text) =>
      params ? translate(key, shownIn(translate, params)) : translate(key);
    return 'key' in text ? one(text) : text.map(one).join(' ');
  };
}

function shownIn(translate: Translate, params: Readonly<Record<string, Value>>) {
  const shown: Record<string, string | number> = {};
  for (const name in params) shown[name] = show(translate, name, params[name]!);
  return shown;
}

/** A parameter as a reader sees it; a name that is not in the table is shown as it is. */
function show(translate: Translate, name: string, value: Value): string | number {
  const kind = PARAMS[name as ParamName] ?? 'text';
  if (typeof value === 'object') return value.join(', ');
  // a number stays one: its wording may have plural forms
  if (typeof value === 'number' || kind === 'text' || kind === 'number' || kind === 'list') return value;
  const text = value;
  if (kind === 'money') return formatUsd(text);
  if (kind === 'price') return `$${text}`;
  const isOurs = (WORDS[kind] as readonly string[]).includes(text);
  return isOurs ? translate(`errors:${kind}.${text}` as TranslationKey) : text;
}
