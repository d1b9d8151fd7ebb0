/** Computes the vectors of docs/rules/15-tape.md with the tape's code, step by step. */
import { createHash } from 'node:crypto';
import { createCalendar, dayOf, MINUTE_MS } from '#market/calendar.ts';
import type { Hours, SeedPeriod } from '#market/market.ts';
import { periodSeed } from '#market/seed-period.ts';
import { CATALOGUE_VERSION, COMPANY_BY_SYMBOL } from '#market/simulated/companies.ts';
import { shapeOf } from '#market/simulated/course.ts';
import { Listings, MARKET_TRAITS } from '#market/simulated/listing.ts';
import { bytes, NORMALS, normal, PUBLIC_SEED, stream, tapeKey, words } from '#market/simulated/random.ts';
import { Seeds } from '#market/simulated/seeds.ts';
import { Series } from '#market/simulated/series.ts';
import { Tape } from '#market/simulated/tape.ts';

const hex = (data: Uint8Array) => Buffer.from(data).toString('hex');
const seedOf = (text: string) =>
  text === 'public' ? PUBLIC_SEED : Uint8Array.from(Buffer.from(text, 'hex'));
const day = (date: string) => dayOf(Date.parse(date));

type Period = { effectiveFrom: number; seed: string };
const readPeriods = (all: readonly Period[] = []): SeedPeriod[] =>
  all.map(({ effectiveFrom, seed }) => ({ effectiveFrom, seed: seedOf(seed) }));

/** Returns the factor with that name. */
function factor(name: string, hours: Hours, periods?: readonly Period[]) {
  const calendar = createCalendar(hours);
  const seeds = new Seeds(PUBLIC_SEED);
  seeds.set(readPeriods(periods));
  const make = (traits: ConstructorParameters<typeof Series>[0]) =>
    new Series(traits, calendar, seeds.segments);
  const market = make(MARKET_TRAITS);
  if (name === 'market') return { series: market, calendar };
  const listings = new Listings(market, make);
  const sector = name.replace(/^sector /, '');
  const symbol =
    sector === name ? name : [...COMPANY_BY_SYMBOL.values()].find((c) => c.sector === sector)!.symbol;
  const listing = listings.get(symbol);
  return { series: sector === name ? listing.own : listing.sector!, calendar };
}

type Growth = {
  hours: Hours;
  name: string;
  date: string;
  minute: number;
  weight: number;
  seedPeriods?: Period[];
};

type Minute = { hours: Hours; name: string; date: string; minute: number; seedPeriods?: Period[] };

function pathAt({ hours, name, date, minute, seedPeriods }: Minute) {
  const { series, calendar } = factor(name, hours, seedPeriods);
  const { open, close, sd, jumps } = series.path(calendar.session(day(date))!);
  const level = series.level(day(date) + 1);
  return { open, close: close[minute], sd: sd[minute], jumps, levelNextDay: level };
}

type Seeded = { hours: Hours; seedPeriods?: Period[]; version?: number };

const tapeOf = ({ hours, seedPeriods, version }: Seeded) =>
  new Tape({ hours, seedPeriods: readPeriods(seedPeriods), ...(version === undefined ? {} : { version }) });

/** By the step's name: computes its result from `given`. */
export const VECTORS = {
  keys: (given: { seed?: string; marketSeed?: string; season?: number; period?: number }) => {
    const { seed, marketSeed, season = 0, period = 0 } = given;
    const tapeSeed = seed === undefined ? periodSeed({ season, period }, marketSeed) : seedOf(seed);
    return {
      seed: hex(tapeSeed),
      key: hex(tapeKey(tapeSeed).bytes),
      published: createHash('sha256').update(tapeSeed).digest('hex'),
    };
  },
  streams: ({ seed, name, block }: { seed: string; name: string; block: number }) => {
    const key = tapeKey(seedOf(seed));
    const of = stream(name);
    const drawn = words(key, of, block, 4);
    return {
      prefix: hex(of),
      bytes: hex(bytes(key, of, block, 16)),
      words: [...drawn],
      uniform: drawn[0]! / 2 ** 32,
      normal: normal(drawn[0]!, drawn[1]!),
    };
  },
  table: ({ byte }: { byte: number }) => NORMALS[byte],
  sessions: ({ hours, date }: { hours: Hours; date: string }) => {
    const session = createCalendar(hours).session(day(date));
    return session && { openMs: session.openMs, minutes: session.minutes };
  },
  shapes: ({ minutes, minute }: { minutes: number; minute: number }) => {
    const { share, root, before } = shapeOf(minutes);
    return { share: share[minute], root: root[minute], before: before[minute] };
  },
  catalogue: ({ symbol }: { symbol: string }) => {
    const { sector, beta, price, vol } = COMPANY_BY_SYMBOL.get(symbol)!;
    return { version: CATALOGUE_VERSION, sector, beta, price, vol };
  },
  days: ({ hours, name, date }: { hours: Hours; name: string; date: string }) => {
    const { series } = factor(name, hours);
    const openMs = day(date);
    return {
      level: series.level(openMs),
      sigma: series.sigma(openMs),
      regime: series.regime(openMs),
      next: series.level(openMs + 1),
    };
  },
  paths: pathAt,
  seeds: pathAt,
  growths: ({ hours, name, date, minute, weight, seedPeriods }: Growth) => {
    const { series, calendar } = factor(name, hours, seedPeriods);
    const session = calendar.session(day(date))!;
    let expected = series.expectedByOpening(session);
    series.eachExpected(session, (by, m) => {
      if (m === minute) expected = { ...by };
    });
    return { ...expected, growth: series.growth(weight)(expected) };
  },
  prices: (given: Seeded & { symbol: string; at: string; seedPeriods: Period[] }) => {
    const { price, atMs } = tapeOf(given).tickAt(given.symbol, Date.parse(given.at))!;
    return { price, at: new Date(atMs).toISOString() };
  },
  minutes: ({ symbol, minute, ...given }: Seeded & { symbol: string; minute: string }) => {
    const from = Date.parse(minute);
    const trades = tapeOf(given).ticksBetween(symbol, from - 1, from + MINUTE_MS - 1);
    return trades.map(({ price, atMs }) => [atMs - from, price]);
  },
};
