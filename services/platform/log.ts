/** The log: one JSON line an event, on standard output. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings.ts';

export type Log = Logger;

// Removed as a last resort, in case a whole request, body or setting is logged.
const SECRET = [
  'password',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
  'adminPassword',
  'databaseUrl',
  'databaseReadUrl',
  'redisUrl',
  'smtpUrl',
  'fmpApiKey',
  'finnhubApiKey',
  'discordClientSecret',
  'discordWebhookUrl',
  'marketSeed',
  'secretKey',
  'metricsToken',
  'salt',
];

/**
 * Creates a logger at LOG_LEVEL; fields with a secret's name are removed up to two levels deep.
 * @param to standard output if absent
 */
export function createLog(settings: Pick<Settings, 'logLevel'>, to?: DestinationStream): Log {
  const quoted = SECRET.map((name) => `["${name}"]`);
  const options: pino.LoggerOptions = {
    level: settings.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: [...quoted, ...quoted.flatMap((q) => [`*${q}`, `*.*${q}`])], remove: true },
  };
  return to ? pino(options, to) : pino(options);
}
