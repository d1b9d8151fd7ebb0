/** The log: one JSON line per event, on standard output. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings.ts';

export type Log = Logger;

/**
 * Matches names of fields that may hold a secret; a URL may contain a password. The bare names "key" and "url" are kept.
 * A last resort, in case a whole request, body or setting is logged.
 */
const SECRET = /(?:password|token|secret|authorization|cookie|salt|seed|\wkey|\wurl)s?$/i;

/** Returns the fields without those with a secret's name. @param levels how deep, `value` included */
function withoutSecrets(value: object, levels: number): Record<string, unknown>;
function withoutSecrets(value: unknown, levels: number): unknown;
function withoutSecrets(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null || levels === 0) return value;
  if (value instanceof Error) {
    const fields = pino.stdSerializers.err(value);
    // an error whose message is no text comes back as it is
    return fields === (value as object) ? String(value) : withoutSecrets(fields, levels);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return withoutSecrets(value.toJSON(), levels - 1);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, levels - 1));
  const fields = Object.entries(value).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutSecrets(field, levels - 1)]));
}

/** Creates a logger that removes fields with a secret's name, up to two levels deep. @param to default: standard output */
export function createLog(settings: Pick<Settings, 'logLevel'>, to?: DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields, 3) },
    // `withoutSecrets` has made plain fields of the error
    serializers: { err: (fields) => fields },
  };
  return to ? pino(options, to) : pino(options);
}
