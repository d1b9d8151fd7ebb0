/** Shortens user agents, network addresses and e-mail addresses to a form that their owner still recognises. */
type Device = { browser: string | null; system: string | null };

/**
 * Browsers by their product token in the User-Agent header. The first match counts, because most browsers also name
 * Safari and Chrome.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bUbuntu\b/, 'Ubuntu'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns browser and system; null for unknown ones. @param agent the User-Agent header */
export function deviceOf(agent: string): Device {
  const first = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}

/**
 * Returns an IPv4 address with x for its last part, or the /48 of an IPv6 address; null for any other text.
 * @param address from `Addresses.of`, where an IPv6 address has four groups and `::/64`
 */
export function roughNetwork(address: string): string | null {
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  if (four) return `${four}.x`;
  const six = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):/.exec(address)?.[1];
  return six ? `${six}::` : null;
}

/** Masks an e-mail address: `ma***@mail.example`. */
export const maskedEmail = (email: string): string => email.replace(/^(.{1,2})[^@]*/u, '$1***');
