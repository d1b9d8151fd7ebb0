/** Inputs that a hostile browser may send, of sizes that the server accepts. */

/** Short texts to repeat, against regular expressions, Unicode, decoders, numbers. */
const GRAINS: readonly string[] = [
  ...['a', ' ', '0', '9', '.', ',', '-', '_', '/', '%25', ';', '=', '"', '(', '[', '{"a":', '<b>', '$', ':'],
  ...['\ufdfa', 'a\u0301', '\u0301', '\u200d', '😀', 'א\u05b8', 'ǅ', 'ﬃ', '\u202e', '\u3164', 'ß', 'İ'],
  ...[
    'a.',
    'a@',
    'a,',
    '1,',
    '1.',
    '0-',
    ' a',
    'A1 ',
    '\t',
    '\n',
    '\r\n',
    'he;q=0.9,',
    'x-',
    '..',
    'a=b;',
    '1e',
  ],
  ' cost , you have . The most you can  is .',
];

/** Returns texts of about `size` characters; some end in a character that makes a match fail at the last moment. */
export function hostileTexts(size: number): string[] {
  return GRAINS.flatMap((grain) => {
    const text = grain.repeat(Math.max(1, Math.floor(size / grain.length)));
    return [text, `${text.slice(0, size - 1)}!`];
  });
}

/** Names of fields and parameters that the server reads. */
export const NAMES: readonly string[] = [
  ...[
    'username',
    'password',
    'next',
    'isDiscord',
    'itemId',
    'type',
    'unequip',
    'symbol',
    'action',
    'quantity',
  ],
  ...[
    'amount',
    'mode',
    'closeAll',
    'reverse',
    'quotedPrice',
    'user_id',
    'intent',
    'language',
    'state',
    'active',
  ],
  ...[
    'prizePool',
    'nextCompetitionDate',
    'startsAt',
    'endsAt',
    'zone',
    'minPrice',
    'maxShare',
    'maxVolume',
    'minHoldMinutes',
  ],
  ...[
    'hideOpen',
    'longOnly',
    'entryDays',
    'entryUntil',
    'frozenHours',
    'season',
    'reason',
    'title',
    'url',
    'name',
    'email',
    'phone',
    'subject',
    'message',
    'firstName',
  ],
  ...[
    'lastName',
    'website',
    'purpose',
    'interval',
    'from',
    'to',
    'q',
    'page',
    'limit',
    'tab',
    'trader',
    'show',
  ],
  ...[
    'item',
    'rarity',
    'view',
    'try',
    'scan',
    'by',
    'dir',
    'priceMoreThan',
    'priceLowerThan',
    'volumeMoreThan',
  ],
  ...['marketCapMoreThan', 'betaMoreThan', 'sector', 'code', 'dialog', 'rank', 'sma', 'short', 'ticket'],
];

/** Cookies that the server reads. */
export const COOKIES: readonly string[] = [
  ...[
    'flash',
    'tz',
    'lang',
    'sid',
    '__Host-sid',
    'zoom',
    'chartw',
    'chart-2',
    'discord',
    '__Host-discord',
    'device',
    '__Host-device',
    'guest-bar',
  ],
];

/** Headers that the server, or a proxy in front, reads. */
export const HEADERS: readonly string[] = [
  ...[
    'accept',
    'accept-language',
    'accept-encoding',
    'if-none-match',
    'x-forwarded-for',
    'x-forwarded-proto',
  ],
  ...[
    'idempotency-key',
    'referer',
    'origin',
    'user-agent',
    'sec-fetch-site',
    'sec-ch-ua-mobile',
    'content-type',
  ],
  ...['range', 'content-encoding', 'access-control-request-headers', 'authorization'],
];

/** Returns JSON bodies of up to about `size` bytes; some are not complete. */
export function hostileJson(size: number): string[] {
  const many = (n: number, each: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => each(i)).join(',');
  const half = Math.floor(size / 2) - 1;
  return [
    '['.repeat(half) + ']'.repeat(half),
    `${'{"a":'.repeat(Math.floor(size / 7))}1${'}'.repeat(Math.floor(size / 7))}`,
    '['.repeat(size - 1),
    `{${many(Math.floor(size / 10), (i) => `"${i.toString(36)}":0`)}}`,
    `{${many(Math.floor(size / 14), (i) => `"username":"${i % 10}"`)}}`,
    `[${many(Math.floor(size / 2) - 1, () => '1')}]`,
    `[${many(Math.floor(size / 6), () => '1e400')}]`,
    `{"quantity":${'9'.repeat(size - 20)}}`,
    `{"symbol":"${'\\u0041'.repeat(Math.floor(size / 6) - 4)}"}`,
    ...NAMES.slice(0, 38).map((name) => `{"${name}":[${many(Math.floor(size / 3) - 20, () => '""')}]}`),
  ];
}

/** Returns forms of up to `size` bytes. */
export function hostileForms(size: number): string[] {
  return [
    'a&'.repeat(size / 2 - 1),
    'a=1&'.repeat(size / 4 - 1),
    '%61&'.repeat(size / 4 - 1),
    '&'.repeat(size - 1),
    '+'.repeat(size - 1),
    '%'.repeat(size - 1),
    Array.from({ length: Math.floor(size / 6) }, (_, i) => i.toString(36))
      .join('&')
      .slice(0, size - 1),
    'username=a&'.repeat(size / 11 - 1),
    'next=/a&'.repeat(size / 8 - 1),
  ];
}
