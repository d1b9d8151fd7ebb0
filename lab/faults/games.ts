/** Kills the server during fills in several games. */
import { COMMON_GAMES, type Game, PRACTICE_ID, seasonIdOfGame } from '#core/season/game.ts';
import { connect } from '#db/client.ts';
import type { Client } from '#tests/helpers/client.ts';
import { until } from '#tests/helpers/until.ts';
import { ms } from '../cluster/findings.ts';
import { makeTraders } from '../cluster/load.ts';
import type { Fault } from './plant.ts';

const PRIVATE_GAMES = 8;
const GAMES = COMMON_GAMES.length + PRIVATE_GAMES;
const TRADERS = 10;
const FILLS = 1_000;
/** Fills of each trader in each game. */
const EACH = FILLS / TRADERS / GAMES;
const DAY_MS = 86_400_000;
const UP_MS = 10_000;

type Acknowledged = { userId: number; game: Game; fillId: number };

/** Lets the first traders each start a private game that all others join. @returns the games */
async function startGames(traders: readonly Client[]): Promise<Game[]> {
  const endsAt = new Date(Date.now() + DAY_MS).toISOString();
  const start = async (owner: Client, n: number) => {
    const fields = { name: `Game ${n}`, kind: 'own', joining: 'open', isLateOpen: true, endsAt };
    const { status, json, text } = await owner.post<{ id: Game; code: string }>('/api/leagues', fields);
    if (status !== 201) throw new Error(`a game: ${status} ${text}`);
    for (const who of traders.filter((each) => each !== owner)) {
      const joined = await who.post('/api/leagues/join', { code: json.code });
      if (joined.status !== 200) throw new Error(`joining: ${joined.status} ${joined.text}`);
    }
    return json.id;
  };
  return await Promise.all(traders.slice(0, PRIVATE_GAMES).map(start));
}

/** Sends an order with one Idempotency-Key until the server responds. @returns the id of its fill */
async function fillOf(trader: Client, order: object): Promise<number> {
  const key = crypto.randomUUID();
  const receipt = await until(async () => {
    const answer = await trader
      .post<{ receipt?: number }>('/api/trade', order, { 'idempotency-key': key })
      .catch(() => null);
    if (answer && answer.status >= 400 && answer.status < 500)
      throw new Error(`an order was refused: ${answer.text.slice(0, 200)}`);
    return answer?.json?.receipt;
  });
  return receipt!;
}

/** Makes a trader buy and sell alternately in one game. */
async function trade(trader: Client, game: Game, acknowledged: Acknowledged[]): Promise<void> {
  const { userId } = trader;
  for (let n = 0; n < EACH; n++) {
    const action = n % 2 === 0 ? 'buy' : 'sell';
    const order = { user_id: userId, symbol: 'AAPL', action, quantity: 1, game };
    acknowledged.push({ userId, game, fillId: await fillOf(trader, order) });
  }
}

/** Kills the server twice while traders trade in every game; each order is sent until the server responds. */
export const gamesKilled: Fault = async (plant, findings, { soon }) => {
  const { server, database } = plant;
  const traders = await makeTraders(server.url, TRADERS);
  const games = [...COMMON_GAMES, ...(await startGames(traders))];
  const acknowledged: Acknowledged[] = [];
  const all = Promise.all(
    traders.flatMap((trader) => games.map((game) => trade(trader, game, acknowledged))),
  );
  let most = 0;
  for (const share of [1 / 3, 2 / 3]) {
    await until(() => acknowledged.length >= FILLS * share);
    await server.end('SIGKILL');
    most = Math.max(most, await server.start());
  }
  await all;
  const { lost, twice, wrong } = await compared(database!.node.url, traders, acknowledged);
  const links = await linked(database!.node.url);
  findings.add(
    `kill -9 in the middle of ${FILLS} fills in ${GAMES} games, twice`,
    `up again within ${ms(most)}, ${lost} answered fills lost, ${twice} more than orders, ${wrong} balances differ from the ledger, ` +
      `${links} rows of private games in no link of their chain, or in two`,
    soon(most, UP_MS) && lost + twice + wrong + links === 0,
  );
};

/**
 * Compares the database with the acknowledged orders.
 * @returns the numbers of missing fills, of fills beyond one for each order, and of wrong balances
 */
async function compared(url: string, traders: readonly Client[], acknowledged: readonly Acknowledged[]) {
  const users = traders.map(({ userId }) => userId);
  const sql = connect(url, { max: 1, name: 'faults' });
  const fills = await sql<{ id: number; userId: number; seasonId: number }[]>`
    select id::integer as id, user_id as "userId", season_id as "seasonId" from fills
    where user_id = any(${users})`;
  const [row] = await sql<{ wrong: number }[]>`
    select count(*)::integer as wrong from accounts a where user_id = any(${users}) and a.cash is distinct from (
      select sum(l.amount) from ledger l
      where l.user_id = a.user_id and l.season_id = a.season_id and l.currency = 'USD')`;
  await sql.end();
  const stored = new Map(fills.map((fill) => [fill.id, fill]));
  const isStored = ({ userId, game, fillId }: Acknowledged) => {
    const fill = stored.get(fillId);
    if (fill?.userId !== userId) return false;
    return game === 'season' ? fill.seasonId > PRACTICE_ID : fill.seasonId === seasonIdOfGame(game);
  };
  return {
    lost: acknowledged.filter((each) => !isStored(each)).length,
    // more fills than different fills in the responses: an order was filled twice
    twice: fills.length - new Set(acknowledged.map(({ fillId }) => fillId)).size,
    wrong: row!.wrong,
  };
}

/**
 * Waits up to UP_MS until the server has linked all rows.
 * @returns the number of fills and order events of private games that are not in exactly one link
 */
async function linked(url: string): Promise<number> {
  const sql = connect(url, { max: 1, name: 'faults' });
  const count = async () => {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::integer as n from (
        select season_id, id, true as is_fill from fills where season_id < ${PRACTICE_ID}
        union all select season_id, id, false from order_events where season_id < ${PRACTICE_ID}) r
      where (select count(*) from season_chain c where c.season_id = r.season_id and case
        when r.is_fill then r.id between c.first_fill and c.last_fill
        else r.id between c.first_event and c.last_event end) <> 1`;
    return row!.n;
  };
  const end = performance.now() + UP_MS;
  const { left } = await until(
    async () => ({ left: await count() }),
    (rows) => rows.left === 0 || performance.now() > end,
  );
  await sql.end();
  return left;
}
