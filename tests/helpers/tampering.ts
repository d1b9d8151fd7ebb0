/**
 * Single changes to a season's stored rows and to its bundle; tests/data/proof-answers.md has the findings of the proofs.
 * X is the id of an immediate closing trade, Y of the next fill, W of a working order's fill, E of the event that placed
 * that order, L of a link of the chain, S of the season.
 */
import * as lines from './tampered-lines.ts';

const { another, ofNth, ofTarget, plus, to, without } = lines;

export type Tampering = {
  what: string;
  /** A statement on the database. */
  sql?: string;
  bundle?: lines.LineChange;
};

const HOUR = 3_600_000;
const NEW = 99_999_999;
const mark = `season_id = S and symbol = (select min(symbol collate "C") from season_marks where season_id = S)`;
const row = (number: number) => `season_id = S and row_number = ${number}`;
const copied = (table: string, where: string) =>
  `insert into ${table} overriding system value
    select (jsonb_populate_record(t, '{"id": ${NEW}}')).* from ${table} t where ${where}`;
const terms = (json: string) => `update order_events set terms = terms || '${json}' where id = E`;

const FILLS: Tampering[] = [
  {
    what: "a fill's price",
    sql: 'update fills set price = price + 0.01 where id = X',
    bundle: ofTarget('fill', 'X', 6, plus(0.01, 4)),
  },
  {
    what: "the moment of a fill's price",
    sql: "update fills set quote_at = quote_at - interval '1 hour' where id = X",
    bundle: ofTarget('fill', 'X', 8, plus(-HOUR)),
  },
  {
    what: "a fill's time, by an hour",
    sql: "update fills set filled_at = filled_at + interval '1 hour' where id = X",
    bundle: ofTarget('fill', 'X', 10, plus(HOUR)),
  },
  {
    what: "a fill's time, by a millisecond",
    sql: "update fills set filled_at = filled_at + interval '1 ms' where id = X",
    bundle: ofTarget('fill', 'X', 10, plus(1)),
  },
  {
    what: "a fill's quantity",
    sql: 'update fills set quantity = quantity - 0.5 where id = X',
    bundle: ofTarget('fill', 'X', 5, plus(-0.5, 6)),
  },
  {
    what: "a fill's cash",
    sql: 'update fills set cash_delta = cash_delta + 1 where id = X',
    bundle: ofTarget('fill', 'X', 7, plus(1, 2)),
  },
  {
    what: "a fill's owner",
    sql: 'update fills set user_id = (select max(user_id) from results where season_id = S) where id = X',
    bundle: (all, { X }) => {
      lines.lineOf(all, 'fill', X)[2] = all[lines.placeOfLast(all, 'trader')]![1]!;
    },
  },
  {
    what: "a fill's action",
    sql: "update fills set action = case action when 'sell' then 'cover' else 'sell' end where id = X",
    bundle: ofTarget('fill', 'X', 3, (action) => (action === 'sell' ? 'cover' : 'sell')),
  },
  {
    what: "a fill's symbol",
    sql: "update fills set symbol = 'DIS' where id = X",
    bundle: ofTarget('fill', 'X', 4, to('DIS')),
  },
  {
    what: "a fill's source",
    sql: "update fills set source = 'replay' where id = X",
    bundle: ofTarget('fill', 'X', 9, to('replay')),
  },
  {
    what: 'a fill removed',
    sql: 'delete from fills where id = X',
    bundle: without('fill', ({ X }) => X),
  },
  { what: 'a fill added', sql: copied('fills', 'id = X'), bundle: another('fill', 'X', NEW) },
  {
    what: 'two fills swapped',
    sql: `update fills f set (user_id, symbol, action, quantity, price, cash_delta, quote_at, filled_at, order_id) =
      (g.user_id, g.symbol, g.action, g.quantity, g.price, g.cash_delta, g.quote_at, g.filled_at, g.order_id)
      from fills g where (f.id, g.id) in ((X, Y), (Y, X))`,
    bundle: (all, { X, Y }) => {
      const [a, b] = [lines.placeOf(all, 'fill', X), lines.placeOf(all, 'fill', Y)];
      [all[a], all[b]] = [all[b]!, all[a]!];
    },
  },
];

const ORDERS: Tampering[] = [
  {
    what: "an order's fill, taken from it",
    sql: 'update fills set order_id = null where id = W',
    bundle: ofTarget('fill', 'W', 12, to(null)),
  },
  {
    what: "an order's fill, later",
    sql: "update fills set quote_at = quote_at + interval '1 min', filled_at = filled_at + interval '1 min' where id = W",
    bundle: ofTarget('fill', 'W', 8, plus(60_000)),
  },
  {
    what: "an order's end removed from its log",
    sql: 'delete from order_events where fill_id = W',
    bundle: (all, { W }) => {
      all.splice(
        all.findIndex((line) => line[0] === 'event' && line[6] === W),
        1,
      );
    },
  },
  {
    what: 'an event of an order added',
    sql: copied('order_events', 'id = E'),
    bundle: another('event', 'E', NEW),
  },
  {
    what: "an order's limit",
    sql: terms('{"limit_price": "9999.0000"}'),
    bundle: ofTarget('event', 'E', 15, to('9999.0000')),
  },
  {
    what: 'since when an order works',
    sql: `update order_events e set terms = terms || jsonb_build_object('active_from', f.quote_at) from fills f
      where e.id = E and f.id = W`,
    bundle: (all, { E, W }) => {
      lines.lineOf(all, 'event', E)[27] = lines.lineOf(all, 'fill', W)[8]!;
    },
  },
  {
    what: "an order's owner",
    sql: 'update order_events set user_id = (select max(user_id) from results where season_id = S) where id = E',
    bundle: ofTarget('event', 'E', 2, to(1)),
  },
  {
    what: 'when an order filled',
    sql: "update order_events set at = at + interval '1 hour' where fill_id = W",
    bundle: (all, { W }) => {
      const event = all.find((line) => line[0] === 'event' && line[6] === W)!;
      event[5] = Number(event[5]) + HOUR;
    },
  },
];

const SEASON: Tampering[] = [
  {
    what: 'a last price',
    sql: `update season_marks set price = price + 1 where ${mark}`,
    bundle: ofNth('mark', 0, 2, plus(1, 4)),
  },
  {
    what: "a last price's source",
    sql: `update season_marks set source = 'fmp' where ${mark}`,
    bundle: ofNth('mark', 0, 4, to('fmp')),
  },
  {
    what: 'the moment of a last price',
    sql: `update season_marks set quote_at = quote_at - interval '1 hour' where ${mark}`,
    bundle: ofNth('mark', 0, 3, plus(-HOUR)),
  },
  {
    what: 'when the season ended',
    sql: "update seasons set ended_at = ended_at + interval '1 hour' where id = S",
    bundle: ofNth('season', 0, 14, plus(HOUR)),
  },
  {
    what: 'a last price removed',
    sql: `delete from season_marks where ${mark}`,
    bundle: (all) =>
      void all.splice(
        all.findIndex((line) => line[0] === 'mark'),
        1,
      ),
  },
  {
    what: 'a place',
    sql: `update results set place = place + 1 where ${row(3)}`,
    bundle: ofNth('standing', 2, 3, plus(1)),
  },
  {
    what: "a result's value",
    sql: `update results set equity = equity + 1 where ${row(4)}`,
    bundle: ofNth('standing', 3, 5, plus(1, 2)),
  },
  {
    what: "a result's realised profit",
    sql: `update results set realised_pnl = realised_pnl + 1 where ${row(4)}`,
    bundle: ofNth('standing', 3, 6, plus(1, 2)),
  },
  {
    what: "a result's number of trades",
    sql: `update results set trade_count = 99 where ${row(5)}`,
    bundle: ofNth('standing', 4, 7, to(99)),
  },
  {
    what: "a result's rank",
    sql: `update results set tier = 'GENERAL' where ${row(6)}`,
    bundle: ofNth('standing', 5, 4, to('GENERAL')),
  },
  {
    what: 'a result removed',
    sql: `delete from results where ${row(12)}`,
    bundle: without('standing', 12),
  },
  {
    what: 'two results swapped',
    sql: `update results set user_id = -user_id where season_id = S and row_number in (2, 3);
      update results r set user_id = (select -user_id from results o where o.season_id = S and o.row_number = 5 - r.row_number)
      where season_id = S and row_number in (2, 3)`,
    bundle: (all) => {
      const [a, b] = [lines.lineOf(all, 'standing', 2), lines.lineOf(all, 'standing', 3)];
      [a[2], b[2]] = [b[2]!, a[2]!];
    },
  },
  {
    what: 'the cash of an account',
    sql: `update accounts set cash = cash + 1 where season_id = S and user_id = (select user_id from results where ${row(1)})`,
    bundle: ofNth('standing', 0, 8, plus(1, 2)),
  },
  {
    what: 'a stricter rule',
    sql: `update season_rules set rules = rules || '{"minPrice": "100000.00"}' where season_id = S`,
    bundle: ofNth('rules', 0, 3, to('100000.00')),
  },
  {
    what: 'a looser rule',
    sql: `update season_rules set rules = rules || '{"minPrice": "0.00"}' where season_id = S`,
    bundle: ofNth('rules', 0, 3, to('0.00')),
  },
  {
    what: 'the cash the season started with',
    sql: 'update seasons set start_cash = start_cash + 1 where id = S',
    bundle: ofNth('season', 0, 11, plus(1, 2)),
  },
  {
    what: 'how old a price may be',
    sql: `update seasons set terms = terms || '{"quoteMaxAgeMs": 0}' where id = S`,
    bundle: ofNth('season', 0, 6, to(0)),
  },
  {
    what: "the market's hours",
    sql: `update seasons set terms = terms || '{"hours": "us"}' where id = S`,
    bundle: ofNth('season', 0, 4, to('us')),
  },
];

const salted = (change: string) => `update season_chain set ${change} where season_id = S and seq = L`;

/** Changes of salts that a proof finds even when the chain is computed again. */
export const SALTS: readonly Tampering[] = [
  {
    what: "a link's salt removed",
    sql: salted('salt = null'),
    bundle: without('salt', ({ L }) => L),
  },
  {
    what: "a link's salt cut to 31 bytes",
    sql: `alter table season_chain drop constraint season_chain_salt_check; ${salted('salt = substring(salt for 31)')}`,
    bundle: ofTarget('salt', 'L', 2, (salt) => String(salt).slice(2)),
  },
  {
    what: 'two links with one salt',
    sql: salted('salt = (select salt from season_chain where season_id = S and seq = L - 1)'),
    bundle: (all, { L }) => {
      lines.lineOf(all, 'salt', L)[2] = lines.lineOf(all, 'salt', L - 1)[2]!;
    },
  },
  {
    what: 'salts in a season of version 3',
    sql: 'update seasons set rules_version = 3 where id = S',
    bundle: ofNth('season', 0, 1, to(3)),
  },
];

const CHAIN: Tampering[] = [
  {
    what: 'a seed',
    sql: `update seed_periods set seed = decode(repeat('00', 32), 'hex') where season_id = S`,
    bundle: ofNth('seed', 0, 4, to('00'.repeat(32))),
  },
  {
    what: 'when a seed begins',
    sql: "update seed_periods set effective_from = effective_from - interval '2 hours' where season_id = S",
    bundle: (all) => {
      const seed = all[lines.placeOfLast(all, 'seed')]!;
      seed[2] = Number(seed[2]) - 2 * HOUR;
    },
  },
  {
    what: 'a link removed',
    sql: 'delete from season_chain where season_id = S and seq = L',
    bundle: without('link', ({ L }) => L),
  },
  {
    what: "a link's hash of its rows",
    sql: `update season_chain set rows_hash = sha256(rows_hash) where season_id = S and seq = L`,
    bundle: ofTarget('link', 'L', 8, lines.otherHex),
  },
  {
    what: "a link's head",
    sql: `update season_chain set head = sha256(head) where season_id = S and seq = L`,
    bundle: ofTarget('link', 'L', 9, lines.otherHex),
  },
  {
    what: "a link's time",
    sql: "update season_chain set at = at - interval '1 hour' where season_id = S and seq = L",
    bundle: ofTarget('link', 'L', 2, plus(-HOUR)),
  },
  {
    what: "a link's range",
    sql: 'update season_chain set last_fill = last_fill - 1 where season_id = S and seq = L',
    bundle: ofTarget('link', 'L', 5, plus(-1)),
  },
  {
    what: "a link's salt",
    sql: 'update season_chain set salt = sha256(salt) where season_id = S and seq = L',
    bundle: ofTarget('salt', 'L', 2, lines.otherHex),
  },
  ...SALTS,
  {
    what: "a position's cost (in no bundle)",
    sql: 'update positions set cost = cost + 1 where id = (select position_id from fills where id = X)',
  },
  {
    what: "a trader's XP (in no bundle)",
    sql: 'update progress set xp = xp + 1 where user_id = (select min(user_id) from closed_trades where xp > 0)',
  },
  { what: 'the file cut', bundle: (all) => void all.splice(-5) },
  {
    what: 'how many fills there should be (in a bundle only)',
    bundle: ofNth('season', 0, 16, plus(1)),
  },
];

export const TAMPERINGS: readonly Tampering[] = [...FILLS, ...ORDERS, ...SEASON, ...CHAIN];
