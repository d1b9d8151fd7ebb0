/** What a variable of the environment may look like: each kind says in words what it accepts. */
import { z } from 'zod';

/** A variable of the environment: `parse` gives undefined for what it does not accept; empty counts as unset. */
export function variable<T>(form: string, parse: (text: string) => T | undefined) {
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

export const shortText = (form: string, max = 500) =>
  variable(form, (t) => (t.length <= max ? t : undefined));

export const choice = <const T extends string>(...names: T[]) =>
  variable(`one of: ${names.join(', ')}`, (t) => names.find((name) => name === t.toLowerCase()));

export const wholeNumber = (min: number, max: number, what: string) =>
  variable(`a whole number${what} from ${min} to ${max}`, (t) => {
    const value = /^\d{1,9}$/.test(t) ? Number(t) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });

export const decimalNumber = (min: number, max: number, what: string) =>
  variable(`${what}, a number from ${min} to ${max}`, (t) => {
    const value = /^\d{1,9}(\.\d{1,6})?$/.test(t) ? Number(t) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });

export const SWITCH: Record<string, boolean> = {
  1: true,
  on: true,
  true: true,
  yes: true,
  0: false,
  off: false,
  false: false,
  no: false,
};
export const onOff = (form: string) => variable(form, (t) => SWITCH[t.toLowerCase()]);

function parseUrl(t: string, protocols: string[]): URL | undefined {
  const url = URL.canParse(t) ? new URL(t) : undefined;
  return url && protocols.includes(url.protocol) ? url : undefined;
}
/** An address with one of `protocols`, without a slash at its end. */
export const address = (example: string, ...protocols: string[]) =>
  variable(`an address like ${example}`, (t) => (parseUrl(t, protocols) ? t.replace(/\/+$/, '') : undefined));
export const webAddress = (example: string) => address(example, 'http:', 'https:');

/** Scheme, host and port only: what a browser sends as Origin. */
export function parseOrigin(t: string): string | undefined {
  const url = parseUrl(t, ['http:', 'https:']);
  return url && url.pathname === '/' && !url.search && !url.hash && !url.username ? url.origin : undefined;
}
