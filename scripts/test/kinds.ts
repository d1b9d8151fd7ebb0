/**
 * Server tests that need a database and say nothing about its kind: they run on the embedded one alone. Every statement
 * they send is also sent by a test of what it is for, and that one runs on both kinds; a new file does unless it is
 * named here (docs/tests.md).
 */
export const ONCE: readonly string[] = [
  'badinput',
  'binary',
  'budgets',
  'fmp-hours',
  'fmp-market',
  'fmp-redis',
  'fmp-stream',
  'hidden',
  'hosts',
  'languages',
  'loop-delay',
  'market',
  'names',
  'openapi',
  'page-styles',
  'ratelimit',
  'redis-bus',
  'screener',
  'still-pages',
  'visitors',
  'weights',
].map((name) => `tests/server/${name}.test.ts`);
