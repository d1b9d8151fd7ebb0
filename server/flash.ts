import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Flash } from '#core/visitor.ts';
import { readCookie } from './cookies.ts';

const NAME = 'flash';
/** Browsers keep cookies of up to 4096 bytes, name and attributes included. */
const MAX_CHARS = 3800;
/** Up to this size a message travels as it is; above it is deflated. */
const PLAIN_CHARS = 1500;
/** What one of our own cookies can inflate to, and more than a forged one may. */
const MAX_INFLATED = 256 * 1024;
/** No base64url text has a dot. */
const DEFLATED = 'z.';

/** The Set-Cookie value that carries `flash` over one redirect. The longest form values are left out if they do not fit. */
export function flashCookie(flash: Flash): string {
  const values = { ...flash.values };
  const byLength = Object.keys(values).sort((a, b) => values[b]!.length - values[a]!.length);
  let value = encode(flash);
  for (const longest of byLength) {
    if (value.length <= MAX_CHARS) break;
    delete values[longest];
    value = encode({ ...flash, values });
  }
  if (value.length > MAX_CHARS)
    value = encode({ ...flash, values: undefined, issues: undefined, message: '' });
  return `${NAME}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;
}

/** The Set-Cookie value that takes the message away once a page has shown it. */
export const CLEAR_FLASH = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

/** The message this request carries, or null when there is none or it is not one of ours. */
export function readFlash(request: Request): Flash | null {
  const raw = readCookie(request, NAME);
  if (!raw) return null;
  try {
    const flash = JSON.parse(decode(raw));
    if (flash?.kind !== 'success' && flash?.kind !== 'error') return null;
    if (typeof flash.title !== 'string' || typeof flash.message !== 'string') return null;
    const { kind, title, message } = flash;
    return { kind, title, message, values: texts(flash.values), issues: texts(flash.issues) };
  } catch {
    return null;
  }
}

function encode(flash: Flash): string {
  const json = Buffer.from(JSON.stringify(flash));
  const plain = json.toString('base64url');
  return plain.length <= PLAIN_CHARS ? plain : DEFLATED + deflateRawSync(json).toString('base64url');
}

function decode(value: string): string {
  if (!value.startsWith(DEFLATED)) return Buffer.from(value, 'base64url').toString('utf8');
  const bytes = Buffer.from(value.slice(DEFLATED.length), 'base64url');
  return inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED }).toString('utf8');
}

function texts(found: unknown): Record<string, string> | undefined {
  if (!found || typeof found !== 'object') return undefined;
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'string'));
}
