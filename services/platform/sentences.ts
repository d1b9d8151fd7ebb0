/**
 * The server's own sentences in the reader's language. Rules, refusals and answers are thrown, stored and logged in
 * English, their one definition; where they leave for a reader they are looked up in locales/<language>/errors.json
 * and messages.json by their English wording, values and all.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type ErrorCode, fail } from '#core/contract/errors.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#core/locale/locale.ts';
import { type Failure, HttpFailure } from '#framework/failure.ts';

/** A sentence in a language; null when it has no wording there. */
export type Say = (sentence: string, locale: Locale) => string | null;

type Texts = { [key: string]: string | Texts };
/** A text with places: what stands before, between and after them. */
type Pattern = { parts: string[]; places: string[]; wording: string };

const NAMESPACES = ['errors', 'messages'];
const PLACE = /\{\{\s*(\w+)\s*\}\}/g;
/** No sentence of ours is longer, values and all; what is longer was made by somebody else. */
const MAX_CHARS = 1000;

/** @param folder holds `<language>/errors.json` and `<language>/messages.json` */
export function loadSentences(folder: string): Say {
  const english = NAMESPACES.map((name) => flatten(read(folder, DEFAULT_LOCALE, name)));
  const tables = new Map(
    LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).map((locale) => {
      const own = NAMESPACES.map((name) => flatten(read(folder, locale, name)));
      return [locale, tableOf(english, own)] as const;
    }),
  );
  const say: Say = (sentence, locale) => {
    if (locale === DEFAULT_LOCALE) return sentence;
    if (sentence.length > MAX_CHARS) return null;
    const table = tables.get(locale);
    const whole = table?.whole.get(sentence);
    if (whole !== undefined) return whole;
    for (const { parts, places, wording } of table?.patterns ?? []) {
      const found = valuesIn(sentence, parts);
      if (!found) continue;
      const values = new Map(places.map((place, i) => [place, found[i]!]));
      // a value may be a word of ours: the side of a position, an action
      return wording.replace(PLACE, (_, place: string) => {
        const value = values.get(place) ?? '';
        return table?.whole.get(value) ?? value;
      });
    }
    return null;
  };
  return say;
}

function tableOf(english: Map<string, string>[], own: Map<string, string>[]) {
  const whole = new Map<string, string>();
  const patterns: Pattern[] = [];
  english.forEach((texts, i) => {
    for (const [key, text] of texts) {
      const wording = own[i]?.get(key);
      if (wording === undefined) continue;
      const places = [...text.matchAll(PLACE)].map((match) => match[1]!);
      if (places.length === 0) whole.set(text, wording);
      else patterns.push({ parts: text.split(/\{\{\s*\w+\s*\}\}/), places, wording });
    }
  });
  // the longest first: "{{field}} is too long." must not take what a fuller sentence says
  const lengthOf = (pattern: Pattern) => pattern.parts.join('').length;
  patterns.sort((a, b) => lengthOf(b) - lengthOf(a));
  return { whole, patterns };
}

/**
 * The values of a sentence worded as `parts` with a value of at least one character between each two; null when it is
 * worded otherwise. Each value is as short as can be. Every part is looked for once, behind the one before: where a
 * later occurrence leads to a match the first one does too, so the time grows with the sentence and no faster.
 */
function valuesIn(sentence: string, parts: readonly string[]): string[] | null {
  const first = parts[0]!;
  const last = parts.at(-1)!;
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return null;
  const values: string[] = [];
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = sentence.indexOf(part, from + 1);
    if (at < 0) return null;
    values.push(sentence.slice(from, at));
    from = at + part.length;
  }
  const end = sentence.length - last.length;
  if (end <= from) return null;
  values.push(sentence.slice(from, end));
  return values;
}

function read(folder: string, locale: Locale, name: string): Texts {
  try {
    return JSON.parse(readFileSync(join(folder, locale, `${name}.json`), 'utf8'));
  } catch {
    // a small site may have no sentences of its own
    return {};
  }
}

function flatten(texts: Texts, at = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[at + key, value] as const] : [...flatten(value, `${at}${key}.`)],
    ),
  );
}

/** A refusal of the framework's or ours, worded in English. */
function inEnglish(failure: Failure): AppError {
  const { code, message, details, headers } = failure;
  const more = { issues: failure.issues && [...failure.issues], details, headers };
  if (failure instanceof HttpFailure) return fail(failure.code, { ...more, vars: failure.params });
  return new AppError(code as ErrorCode, message, more);
}

/** The refusal as a reader of `locale` reads it: code, status and details stay. */
export function refusalIn(failure: Failure, locale: Locale, say: Say): AppError {
  const error = failure instanceof AppError ? failure : inEnglish(failure);
  if (locale === DEFAULT_LOCALE) return error;
  const general = say('Invalid value.', locale);
  const issues = error.issues?.map(({ path, message }) => ({
    path,
    message: say(message, locale) ?? general ?? message,
  }));
  // several issues make one message out of their sentences
  const listed = error.issues && error.message === error.issues.map((issue) => issue.message).join(' ');
  const message = listed
    ? issues!.map((issue) => issue.message).join(' ')
    : (say(error.message, locale) ?? error.message);
  const { details, headers } = error;
  return new AppError(error.code, message, { issues, details, headers });
}
