/** What is read from a replica, and what when it is behind or gone. */
import { connect } from '#db/client.ts';
import { until } from '#tests/helpers/until.ts';
import { type Case, setActive, signedIn } from './cases.ts';
import { makeTraders } from './load.ts';

const RESULTS = '/api/season-results/1';

/** Old results come from the replica while it keeps up; balances never do. */
export const replicaReads: Case = async ({ databases, url, servers }, findings) => {
  const [one] = await makeTraders(url, 1);
  const client = one!;
  await client.post('/api/trade', { user_id: client.userId, symbol: 'KO', action: 'buy', quantity: 5 });
  const sql = connect(databases.primary().url, { max: 1, name: 'cluster' });
  await setActive(url, false);
  await setActive(url, true);
  // what ended a moment ago is not read from a replica
  await sql`update seasons set started_at = started_at - interval '2 h', ended_at = ended_at - interval '1 h'
    where ended_at is not null`;
  const read = async () => (await client.get(RESULTS)).text;

  const before = await databases.replicaReads();
  await until(async () => (await read()).length > 0 && (await databases.replicaReads()) > before);
  findings.add('replica up: old results', 'read from it', true);

  const hold = await databases.holdReplica();
  const trade = await client.post('/api/trade', {
    ...{ user_id: client.userId, symbol: 'MSFT', action: 'buy', quantity: 3 },
  });
  const portfolios = await Promise.all(
    servers.map(async (server) => (await (await signedIn(server.url, client)).get('/api/portfolio')).text),
  );
  const areNew = trade.status === 200 && portfolios.every((text) => text.includes('"MSFT"'));
  findings.add('replica behind: positions', 'the newest on every process', areNew);

  const [row] = await sql<{ id: number }[]>`
    select user_id as id from results r join seasons s on s.id = r.season_id where s.number = 1 limit 1`;
  await sql`update users set username = 'renamed_since' where id = ${row!.id}`;
  await until(read, (text) => text.includes('renamed_since'));
  const isBehind = await hold.isBehind();
  await hold.resume();
  findings.add('the same: old results', 'read from the database itself', isBehind);

  const bringBack = await databases.loseReplica();
  const [gone, page] = [
    await client.get(RESULTS),
    await client.get('/competitions/1', { accept: 'text/html' }),
  ];
  await bringBack();
  const isThere = gone.status === 200 && gone.text.includes('renamed_since') && page.status === 200;
  findings.add('replica gone: old results', `${gone.status}, their page ${page.status}`, isThere);
  await sql.end();
};
