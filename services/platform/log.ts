/** The log: one JSON line per event, on standard output. */
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Settings } from './settings.ts';

export type Log = Logger;

// A last resort, in case a whole request, body or setting is logged.
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

/** Creates a logger that removes fields with a secret's name, up to two levels deep. @param to default: standard output */
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
