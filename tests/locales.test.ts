/** All languages have the same texts, with the same placeholders. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherLocales } from '#core/locale/locale.ts';

const FOLDER = join(import.meta.dir, '../locales');
type Texts = { [key: string]: string | Texts };

const namespaces = (locale: string) => readdirSync(join(FOLDER, locale)).sort();

function read(locale: string, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (node: Texts, at: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') texts.set(at + key, value);
      else walk(value, `${at}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(join(FOLDER, locale, file), 'utf8')), '');
  return texts;
}

/** Hebrew has plural forms that English lacks: `_two` and `_many` besides `_one` and `_other`. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const stems = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(stem))].sort();
const places = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((m) => m[1]!).sort();

test.each(otherLocales('en'))('%s has the namespaces of English', (locale) => {
  expect(namespaces(locale)).toEqual(namespaces('en'));
  expect(namespaces('en').length).toBeGreaterThan(10);
});

const files = otherLocales('en').flatMap((locale) => namespaces('en').map((file) => [locale, file] as const));
test.each(files)('%s/%s: the same keys, the same places, nothing empty', (locale, file) => {
  const [en, translated] = [read('en', file), read(locale, file)];
  expect(stems(translated)).toEqual(stems(en));
  for (const [key, text] of translated) {
    const other = en.get(key) ?? en.get(`${stem(key)}_other`) ?? '';
    // the form for one or two may spell out its number
    const spelled = key !== stem(key) && !key.endsWith('_other');
    if (!spelled) expect({ key, places: places(text) }).toEqual({ key, places: places(other) });
    expect(text.trim()).toBe(text);
    expect(text).not.toBe('');
  }
});

const texts = (locale: string) =>
  namespaces(locale).flatMap((file) =>
    [...read(locale, file)].map(([key, text]) => [`${file}:${key}`, text] as const),
  );

/** Returns the matches of `pattern` in all texts of a language, each with the name of its text. */
const withAny = (locale: string, pattern: RegExp, part = (text: string) => text) =>
  texts(locale).flatMap(([name, text]) =>
    [...part(text).matchAll(pattern)].map(([found]) => `${name}: ${found}`),
  );

/** Words that stay Latin in a Hebrew sentence: the currency, names of products, formats, keys, fields of calls. */
const LATIN = new Set(
  [
    ['TKF', 'XP', 'Paperpit', 'Discord', 'English', 'Lightweight', 'Charts', 'TradingView', 'FMP', 'Finnhub'],
    [
      'SMA',
      'EMA',
      'VWAP',
      'RSI',
      'MACD',
      'CSV',
      'CVV',
      'SHA',
      'deleted',
      'Enter',
      'JSON',
      'UTC',
      'Unix',
      'API',
      'OpenAPI',
      'jar',
      'http',
      'https',
      'v',
    ],
    [
      'AAPL',
      'action',
      'subscribe',
      'unsubscribe',
      'ticker',
      'active',
      'hideOpen',
      'longOnly',
      'interval',
      'from',
      'to',
    ],
    ['isDiscord', 'itemId', 'prizePool', 'nextCompetitionDate', 'startsAt', 'endsAt', 'purpose', 'public'],
    ['clientOrderId', 'trailAmount', 'trailPercent', 'market', 'limit', 'ioc', 'fok'],
    ['Idempotency', 'Key', 'true', 'false'],
    [
      'sid',
      'Host',
      'device',
      'flash',
      'lang',
      'tz',
      'zoom',
      'css',
      'sheet',
      'dock',
      'chart',
      'chartw',
      'season',
      'seen',
      'guest',
      'bar',
    ],
    ['discord', 'WCAG', 'AA'],
  ].flat(),
);
const withoutPlaces = (text: string) => text.replace(/\{\{\w+\}\}|<\/?\w+>/g, '');

test('Hebrew is written in Hebrew: only names and formats stay Latin', () => {
  const foreign = withAny('he', /[A-Za-z]+/g, withoutPlaces);
  expect(foreign.filter((each) => !LATIN.has(each.slice(each.lastIndexOf(' ') + 1)))).toEqual([]);
  expect(texts('he').filter(([, text]) => /\p{Script=Hebrew}/u.test(text)).length).toBeGreaterThan(500);
});

test('Hebrew marks: a maqaf joins, no hyphen that reads as a minus; geresh and gershayim; no he/she by slash', () => {
  expect(withAny('he', /\p{Script=Hebrew}+-[^\s]+/gu)).toEqual([]);
  expect(withAny('he', /\p{Script=Hebrew}['"]\p{Script=Hebrew}*/gu)).toEqual([]);
  expect(withAny('he', /\p{Script=Hebrew}+\/(?:ה|ת|ית|ות|ים|י|ן)(?!\p{Script=Hebrew})/gu)).toEqual([]);
});

/** Synonyms of the words in use: each concept has one word. */
const HEBREW_DROPPED =
  'הוראה הוראות טרייד טיקר סימבול תקבול מרווח זרע מעצמו מעצמה מעצמם נפסל נפסלה מלאי מדידה בבעלותך לשונית כעת נא טבלאות ' +
  'פונדמנטלס תת־דרגה להתהפך התהפכו כיסוי~כפוי ירידה~מרבית חלק~בתיק ערכת~נושא צור~קשר סורק~השוק מחירים~מהעבר על~מנת ' +
  'נקודת~XP XP~אחד דרגות~הנדירות כוסה~עבורך יכוסו~עבורך אין~כזה אין~כזאת';
const ENGLISH_DROPPED =
  /\b(?:sign(?:ed|ing)?[- ](?:in|out)|(?:un)?realised|centre|gr[e]y|practise|by itself|no such|Avg|start cash|your equity|Audit trail|Largest)\b/gi;

test('no word the glossary has dropped', () => {
  const words = HEBREW_DROPPED.split(' ').map((each) => each.replaceAll('~', ' '));
  const pattern = new RegExp(`(?<!\\p{L})[ובהש]?(?:${words.join('|')})(?!\\p{L})`, 'gu');
  expect(withAny('he', pattern)).toEqual([]);
  expect(withAny('en', ENGLISH_DROPPED)).toEqual([]);
});
