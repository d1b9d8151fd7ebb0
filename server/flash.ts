import type { Flash } from '#core/visitor.ts';
import { readCookie } from './cookies.ts';

const NAME = 'flash';
const MAX_CHARS = 3000;

/** The Set-Cookie value that carries `flash` over one redirect. Form values that would not fit are left out. */
export function flashCookie(flash: Flash): string {
  let value = encode(flash);
  if (value.length > MAX_CHARS) value = encode({ ...flash, values: undefined });
  if (value.length > MAX_CHARS) value = encode({ ...flash, values: undefined, message: '' });
  return `${NAME}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`;
}

/** The Set-Cookie value that takes the message away once a page has shown it. */
export const CLEAR_FLASH = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

/** The message this request carries, or null when there is none or it is not one of ours. */
export function readFlash(request: Request): Flash | null {
  const raw = readCookie(request, NAME);
  if (!raw) return null;
  try {
    const flash = JSON.parse(Buffer.from(raw, 'base64url').toString('utf8'));
    if (flash?.kind !== 'success' && flash?.kind !== 'error') return null;
    if (typeof flash.title !== 'string' || typeof flash.message !== 'string') return null;
    return { kind: flash.kind, title: flash.title, message: flash.message, values: textValues(flash.values) };
  } catch {
    return null;
  }
}

function encode(flash: Flash): string {
  return Buffer.from(JSON.stringify(flash)).toString('base64url');
}

function textValues(values: unknown): Record<string, string> | undefined {
  if (!values || typeof values !== 'object') return undefined;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
}
