/** All settings, read from the environment and checked once. */
import { z } from 'zod';
import { hasUsernameForm } from '#core/account/username.ts';
import { DEFAULT_ZONE } from '#core/locale/locale.ts';
import { CENT_DIGITS, parseDecimal } from '#core/money/money.ts';
import { cents } from '#core/money/units.ts';
import { isBought, MARKET_KINDS } from '#core/season/terms.ts';

/** A variable of the environment. An empty value counts as unset. `parse` returns undefined for an invalid value. */
function variable<T>(form: string, parse: (text: string) => T | undefined) {
  return z
    .string()
    .optional()
    .transform((text, ctx): T | undefined => {
      const trimmed = text?.trim();
      if (!trimmed) return undefined;
      const value = parse(trimmed);
      if (value === undefined) ctx.addIssue({ code: 'custom', message: `must be ${form}` });
      return value;
    });
}

const shortText = (form: string, max = 500) => variable(form, (t) => (t.length <= max ? t : undefined));

const choice = <const T extends string>(...names: T[]) =>
  variable(`one of: ${names.join(', ')}`, (t) => names.find((name) => name === t.toLowerCase()));

const wholeNumber = (min: number, max: number, what: string) =>
  variable(`a whole number${what} from ${min} to ${max}`, (t) => {
    const value = /^\d{1,9}$/.test(t) ? Number(t) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });

const decimalNumber = (min: number, max: number, what: string) =>
  variable(`${what}, a number from ${min} to ${max}`, (t) => {
    const value = /^\d{1,9}(\.\d{1,6})?$/.test(t) ? Number(t) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });

const SWITCH: Record<string, boolean> = {
  1: true,
  on: true,
  true: true,
  yes: true,
  0: false,
  off: false,
  false: false,
  no: false,
};
const onOff = (form: string) => variable(form, (t) => SWITCH[t.toLowerCase()]);

function parseUrl(t: string, protocols: string[]): URL | undefined {
  const url = URL.canParse(t) ? new URL(t) : undefined;
  return url && protocols.includes(url.protocol) ? url : undefined;
}
/** An address with one of `protocols`; slashes at its end are removed. */
const address = (example: string, ...protocols: string[]) =>
  variable(`an address like ${example}`, (t) => (parseUrl(t, protocols) ? t.replace(/\/+$/, '') : undefined));
const webAddress = (example: string) => address(example, 'http:', 'https:');

/** Returns the origin as browsers send it: scheme, host and port. Undefined for an address with more. */
function parseOrigin(t: string): string | undefined {
  const url = parseUrl(t, ['http:', 'https:']);
  return url && url.pathname === '/' && !url.search && !url.hash && !url.username ? url.origin : undefined;
}

/** Default drain time behind a proxy, s: enough when the proxy checks every second. */
const DRAIN_BEHIND_PROXY = 5;

const Environment = z.object({
  PORT: wholeNumber(0, 65_535, ''),
  HOST: variable('a host name or IP address to listen on, like 0.0.0.0', (t) =>
    /^[\w.:%-]+$/.test(t) ? t : undefined,
  ),
  PUBLIC_URL: variable('the address people use, without a path, like https://paperpit.example', parseOrigin),
  DATA_DIR: variable('a folder name, spelled out (~ means nothing here)', (t) =>
    t.startsWith('~') || t.length > 500 ? undefined : t,
  ),
  DATABASE_URL: address('postgres://user:password@host:5432/name', 'postgres:', 'postgresql:'),
  DATABASE_READ_URL: address('postgres://user:password@replica:5432/name', 'postgres:', 'postgresql:'),
  DATABASE_POOL: choice('session', 'transaction'),
  REDIS_URL: address('redis://host:6379', 'redis:', 'rediss:', 'valkey:', 'valkeys:'),
  DEMO: onOff('1 or 0'),
  ADMIN_USERNAME: variable('3 to 20 letters, digits, _ or -', (t) => (hasUsernameForm(t) ? t : undefined)),
  ADMIN_PASSWORD: z
    .string()
    .optional()
    .transform((t, ctx) => {
      const length = t ? [...t].length : 0;
      if (t && (length < 8 || length > 128))
        ctx.addIssue({ code: 'custom', message: 'must be 8 to 128 characters' });
      return t || undefined;
    }),
  STARTING_BALANCE: variable('dollars from 1 to 1000000000 with at most two decimals, like 100000', (t) => {
    const amount = parseDecimal(t, CENT_DIGITS);
    return amount !== null && amount >= 100n && amount <= 100_000_000_000n ? cents(amount) : undefined;
  }),
  CONTEST_ZONE: variable('a time zone like Asia/Jerusalem', (t) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: t }).resolvedOptions().timeZone;
    } catch {
      return undefined;
    }
  }),
  MARKET: choice(...MARKET_KINDS),
  MARKET_HOURS: choice('always', 'us'),
  MARKET_SEED: shortText('any text of at most 200 characters', 200),
  SECRET_KEY: variable('32 to 500 random characters, like those of `openssl rand -base64 33`', (t) =>
    t.length >= 32 && t.length <= 500 && new Set(t).size >= 10 ? t : undefined,
  ),
  REPLAY_DIR: shortText('a folder of CSV files'),
  REPLAY_FROM: variable('a date like 2016-01-04 or a time like 2016-01-04T14:30:00Z', (t) => {
    const full = /^\d{4}-\d{2}-\d{2}$/.test(t) ? `${t}T00:00:00Z` : t;
    const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
    const ms = shape.test(full) ? Date.parse(full) : Number.NaN;
    // Date.parse turns 30 February into March: compare the parsed day with the text
    const day = new Date(`${full.slice(0, 10)}T00:00:00Z`);
    const isRealDay = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === full.slice(0, 10);
    return isRealDay && !Number.isNaN(ms) ? ms : undefined;
  }),
  REPLAY_SPEED: decimalNumber(0.001, 1_000_000, 'how many times as fast as real time'),
  QUOTE_MAX_AGE_MS: wholeNumber(1, 86_400_000, ' of milliseconds'),
  FMP_API_KEY: shortText('the key FMP gave you', 200),
  FMP_BASE_URL: webAddress('https://financialmodelingprep.com'),
  FMP_REQUESTS_PER_MINUTE: wholeNumber(1, 100_000, ' of requests'),
  FINNHUB_API_KEY: shortText('the key Finnhub gave you', 200),
  FINNHUB_WS_URL: address('wss://ws.finnhub.io', 'ws:', 'wss:'),
  DISCORD_CLIENT_ID: shortText('the id of your Discord application', 200),
  DISCORD_CLIENT_SECRET: shortText('the secret of your Discord application', 200),
  DISCORD_BASE_URL: webAddress('https://discord.com'),
  DISCORD_WEBHOOK_URL: webAddress('https://discord.com/api/webhooks/1/token'),
  DISCORD_GUILD_ID: variable('the id of your Discord server, digits', (t) =>
    /^\d{1,20}$/.test(t) ? t : undefined,
  ),
  DISCORD_MEMBER_ROLES: variable('ids of roles of your Discord server, separated by commas', (t) => {
    const roles = t.split(',').map((role) => role.trim());
    return roles.every((role) => /^\d{1,20}$/.test(role)) ? roles : undefined;
  }),
  SMTP_URL: address('smtp://user:password@host:587', 'smtp:', 'smtps:'),
  LEGAL_NAME: variable('a name of at most 100 characters', (t) => (t.length <= 100 ? t : undefined)),
  CONTACT_PHONE: variable('a phone number like +972 3 000 0000', (t) =>
    /^\+?[\d\s().-]{3,30}$/.test(t) ? t : undefined,
  ),
  CONTACT_EMAIL: variable('an email address like hello@paperpit.example', (t) =>
    z.email().safeParse(t).success ? t : undefined,
  ),
  MAIL_FROM: variable('an email address like hello@paperpit.example', (t) =>
    z.email().safeParse(t).success ? t : undefined,
  ),
  PAY_URL_ANNUAL: webAddress('https://pay.example/annual'),
  PAY_URL_MONTHLY: webAddress('https://pay.example/monthly'),
  PAY_URL_FUNDAMENTALS: webAddress('https://pay.example/fundamentals'),
  ALLOWED_ORIGINS: variable(
    'addresses without a path, separated by commas, like https://a.example,https://b.example',
    (t) => {
      const origins = t
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(parseOrigin);
      return origins.every((o) => o !== undefined) ? origins : undefined;
    },
  ),
  TRUST_PROXY: variable('the number of proxies in front, 0 to 10 (on counts as 1)', (t) => {
    const named = SWITCH[t.toLowerCase()];
    if (named !== undefined) return Number(named);
    return /^\d{1,2}$/.test(t) && Number(t) <= 10 ? Number(t) : undefined;
  }),
  RATE_LIMIT: onOff('on or off'),
  GUESTS: onOff('on or off'),
  NEW_ACCOUNTS_PER_ADDRESS: wholeNumber(1, 100_000, ' of accounts an hour'),
  LOG_LEVEL: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  METRICS_TOKEN: variable('16 to 200 characters', (t) => (t.length >= 16 && t.length <= 200 ? t : undefined)),
  SLOW_QUERY_MS: wholeNumber(1, 60_000, ' of milliseconds'),
  DRAIN_SECONDS: wholeNumber(0, 300, ' of seconds'),
  PROFIT_TOAST_MIN_PERCENT: decimalNumber(0, 1_000_000, 'percent'),
  VAT_PERCENT: decimalNumber(0, 100, 'percent'),
});

export const LOOPBACK = '127.0.0.1';

export const SETTING_NAMES = Object.keys(Environment.shape);

/** All settings. Money in cents, times in ms unless a comment has another unit. */
export type Settings = ReturnType<typeof loadSettings>;

/** Thrown when the server cannot start. `message` has one sentence a line, each with a variable and its accepted values. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads the settings.
 * @throws SettingsError naming every variable with an invalid value or, when all are valid, every pair of values that
 * contradict each other
 */
export function loadSettings(env: Record<string, string | undefined> = process.env) {
  const parsed = Environment.safeParse(env);
  if (!parsed.success)
    throw new SettingsError(parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}.`).join('\n'));
  const problems = conflicts(parsed.data);
  if (problems.length) throw new SettingsError(problems.join('\n'));
  return withDefaults(parsed.data);
}

function withDefaults(e: z.output<typeof Environment>) {
  const port = e.PORT ?? 3000;
  return {
    port,
    /** Undefined listens on every address. */
    host: e.HOST ?? (e.PUBLIC_URL ? undefined : LOOPBACK),
    /** Public origin of the site; `https:` turns on Secure cookies. */
    publicUrl: e.PUBLIC_URL ?? `http://localhost:${port}`,
    /** Host name of PUBLIC_URL. Writes, and requests with cookies, for another host are refused. Null accepts every host. */
    publicHost: e.PUBLIC_URL ? new URL(e.PUBLIC_URL).hostname.replace(/^\[|\]$/g, '') : null,
    dataDir: e.DATA_DIR ?? '.data',
    databaseUrl: e.DATABASE_URL,
    databaseReadUrl: e.DATABASE_READ_URL,
    /** How the database pools connections: by session or by transaction. */
    databasePool: e.DATABASE_POOL ?? 'session',
    redisUrl: e.REDIS_URL,
    demo: e.DEMO ?? !e.DATABASE_URL,
    adminUsername: e.ADMIN_USERNAME,
    adminPassword: e.ADMIN_PASSWORD,
    startingBalance: e.STARTING_BALANCE ?? cents(10_000_000n),
    /** Admins plan seasons and read numbers by day in this zone. */
    contestZone: e.CONTEST_ZONE ?? DEFAULT_ZONE,
    market: e.MARKET ?? 'simulated',
    /** By default, shares with bought prices trade only in the exchange's hours. */
    marketHours: e.MARKET_HOURS ?? (isBought(e.MARKET) ? 'us' : 'always'),
    marketSeed: e.MARKET_SEED,
    /** Encrypts secrets in the database, such as unpublished seeds. Without it they are stored in clear. */
    secretKey: e.SECRET_KEY,
    replayDir: e.REPLAY_DIR,
    /** Epoch ms. */
    replayFrom: e.REPLAY_FROM,
    replaySpeed: e.REPLAY_SPEED ?? 1,
    quoteMaxAgeMs: e.QUOTE_MAX_AGE_MS ?? 15_000,
    fmpApiKey: e.FMP_API_KEY,
    fmpBaseUrl: e.FMP_BASE_URL ?? 'https://financialmodelingprep.com',
    /** The provider plan's limit. The smallest paid plan has 300. */
    fmpRequestsPerMinute: e.FMP_REQUESTS_PER_MINUTE ?? 300,
    finnhubApiKey: e.FINNHUB_API_KEY,
    finnhubWsUrl: e.FINNHUB_WS_URL ?? 'wss://ws.finnhub.io',
    ...discordOf(e),
    smtpUrl: e.SMTP_URL,
    legalName: e.LEGAL_NAME ?? 'Paperpit',
    contactPhone: e.CONTACT_PHONE ?? '+972 3 000 0000',
    contactEmail: e.CONTACT_EMAIL ?? 'hello@paperpit.example',
    /** Sender of the site's mails. */
    mailFrom: e.MAIL_FROM ?? e.CONTACT_EMAIL ?? 'hello@paperpit.example',
    payUrlAnnual: e.PAY_URL_ANNUAL,
    payUrlMonthly: e.PAY_URL_MONTHLY,
    payUrlFundamentals: e.PAY_URL_FUNDAMENTALS,
    allowedOrigins: e.ALLOWED_ORIGINS ?? [],
    /** Number of proxies in front of the server. 0 ignores X-Forwarded-For. */
    trustProxy: e.TRUST_PROXY ?? 0,
    rateLimit: e.RATE_LIMIT ?? true,
    guests: e.GUESTS ?? true,
    /** Most new accounts an hour at one address, and the same number again by Discord. Undefined for the default. */
    newAccountsPerAddress: e.NEW_ACCOUNTS_PER_ADDRESS,
    logLevel: e.LOG_LEVEL ?? 'info',
    /** Token that opens /metrics to any address. Without it only this machine may read them. */
    metricsToken: e.METRICS_TOKEN,
    /** Statements that take at least this long are logged, ms. */
    slowQueryMs: e.SLOW_QUERY_MS ?? 500,
    /** How long a stopping server goes on answering requests while /readyz reports the stop, s. */
    drainSeconds: e.DRAIN_SECONDS ?? (e.TRUST_PROXY ? DRAIN_BEHIND_PROXY : 0),
    /** Smallest profit that pages announce to other traders, percent. */
    profitToastMinPercent: e.PROFIT_TOAST_MIN_PERCENT ?? 1,
    vatPercent: e.VAT_PERCENT ?? 18,
  };
}

const discordOf = (e: z.output<typeof Environment>) => ({
  discordClientId: e.DISCORD_CLIENT_ID,
  discordClientSecret: e.DISCORD_CLIENT_SECRET,
  discordBaseUrl: e.DISCORD_BASE_URL ?? 'https://discord.com',
  /** The webhook for announcements, a secret: its holder can post there. */
  discordWebhookUrl: e.DISCORD_WEBHOOK_URL,
  /** The Discord server, and the roles in it that make a trader a community member. */
  discordGuildId: e.DISCORD_GUILD_ID,
  discordMemberRoles: e.DISCORD_MEMBER_ROLES ?? [],
});

/** Returns problems of values that are each valid but contradict each other. */
function conflicts(e: z.infer<typeof Environment>): string[] {
  const problems: string[] = [];
  const both = (
    a: 'ADMIN_USERNAME' | 'DISCORD_CLIENT_ID' | 'DISCORD_GUILD_ID',
    b: 'ADMIN_PASSWORD' | 'DISCORD_CLIENT_SECRET' | 'DISCORD_MEMBER_ROLES',
  ) => {
    if (e[a] && !e[b]) problems.push(`${b} must be set when ${a} is.`);
    if (e[b] && !e[a]) problems.push(`${a} must be set when ${b} is.`);
  };
  both('ADMIN_USERNAME', 'ADMIN_PASSWORD');
  both('DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET');
  both('DISCORD_GUILD_ID', 'DISCORD_MEMBER_ROLES');
  if (e.DISCORD_GUILD_ID && !e.DISCORD_CLIENT_ID)
    problems.push('DISCORD_CLIENT_ID must be set when DISCORD_GUILD_ID is.');
  // The server has no TLS, so a proxy receives https. Unless the proxy is trusted, all visitors have its address.
  if (e.PUBLIC_URL?.startsWith('https:') && !e.TRUST_PROXY)
    problems.push(
      'TRUST_PROXY must be the number of proxies in front, at least 1, when PUBLIC_URL is https: ' +
        'visitors are told apart by the X-Forwarded-For they append.',
    );
  if (e.DATABASE_READ_URL && !e.DATABASE_URL)
    problems.push('DATABASE_URL must be set when DATABASE_READ_URL is.');
  if (e.DATABASE_POOL === 'transaction' && !(e.DATABASE_URL && e.REDIS_URL))
    problems.push(
      'DATABASE_URL and REDIS_URL must be set when DATABASE_POOL is transaction: nobody is told over it.',
    );
  if (e.SMTP_URL && !e.CONTACT_EMAIL) problems.push('CONTACT_EMAIL must be set when SMTP_URL is.');
  if (e.MARKET === 'replay' && !e.REPLAY_DIR)
    problems.push('REPLAY_DIR must be a folder of CSV files when MARKET is replay.');
  if (e.MARKET === 'fmp' && !e.FMP_API_KEY)
    problems.push('FMP_API_KEY must be the key FMP gave you when MARKET is fmp.');
  return problems;
}
