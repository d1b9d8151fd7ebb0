/** Compares every page of the site with its budget of weight. */
import type { RouteManifest } from '#framework/define.ts';
import { languages } from '#services/platform/say.ts';
import { addressesIn } from './addresses.ts';
import budgets from './budgets.json' with { type: 'json' };
import type { Client } from './client.ts';
import { addExampleLeague } from './league.ts';
import { ordinaryTrader } from './ordinary-trader.ts';
import { createFiles, type Weight, weighPage } from './page-weight.ts';
import type { TestServer } from './server.ts';

export const KINDS = ['html', 'styles', 'sheet', 'script', 'fonts', 'requests', 'elements'] as const;
const READERS = ['visitor', 'trader'] as const;

type Reader = (typeof READERS)[number];
type PageWeight = { path: string; reader: Reader; weight: Weight };
type Budgets = Record<string, Partial<Weight>> & { every: Weight };

/** Traders on a full page of the leaderboard, besides the reader. */
const FIELD = 99;

/**
 * Returns a page's budget: that of every page, overridden by the entries for its path, its path with the query, and its
 * path with the reader, the last one first.
 */
export function budgetOf(path: string, reader: Reader): Weight {
  const { every, ...own } = budgets as Budgets;
  const bare = path.replace(/\?.*/, '');
  return { ...every, ...own[bare], ...own[path], ...own[`${bare} ${reader}`] };
}

/** Returns a sentence for each kind of weight over its budget. */
export function overBudget({ path, reader, weight }: PageWeight): string[] {
  const budget = budgetOf(path, reader);
  return KINDS.filter((kind) => weight[kind] > budget[kind]).map(
    (kind) => `${path} for a ${reader}: ${kind} ${weight[kind]}, budget ${budget[kind]}`,
  );
}

/** Weighs every address as a visitor and as the ordinary trader, in the heavier language, with a full leaderboard. */
export async function weighSite(server: TestServer): Promise<PageWeight[]> {
  const trader = await inSeason(server);
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  const pageWeights: PageWeight[] = [];
  const files = createFiles(trader.url);
  for (const reader of READERS) {
    const client = reader === 'trader' ? trader : server.visitor();
    const weights = new Map<string, Weight>();
    for (const locale of languages.all) {
      client.cookies.set('lang', locale);
      for (const { path } of addressesIn(manifest, locale, trader.username)) {
        const weight = await weighPage(client, path, files);
        const name = path.replace(new RegExp(`^/${locale}(?=/|$)`), '') || '/';
        if (weight) weights.set(name, heavier(weight, weights.get(name)));
      }
    }
    for (const [path, weight] of weights) pageWeights.push({ path, reader, weight });
  }
  return pageWeights;
}

function heavier(one: Weight, other: Weight | undefined): Weight {
  if (!other) return one;
  return Object.fromEntries(KINDS.map((kind) => [kind, Math.max(one[kind], other[kind])])) as Weight;
}

async function inSeason(server: TestServer): Promise<Client> {
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  const trader = await ordinaryTrader(server, 'reader');
  await server.sql`
    with people as (
      insert into users (username, username_key, is_simulated)
      select 'trader' || g, 'trader' || g, true from generate_series(1, ${FIELD}::int) g returning id, username)
    insert into accounts (season_id, user_id, cash, trade_count, last_trade_at)
    select (select max(id) from seasons), id, 10000000 - substr(username, 7)::int, 1, now() from people`;
  await admin.post('/api/recordings', { title: 'Week 1', url: 'https://video.example/1' });
  await trader.post('/api/contact', {
    name: 'Reader',
    email: 'reader@mail.example',
    phone: '050-000-0000',
    subject: 'Question',
    message: 'How?',
  });
  await addExampleLeague(server.sql, trader.userId);
  await server.services.leaderboard.pass(true);
  return trader;
}
