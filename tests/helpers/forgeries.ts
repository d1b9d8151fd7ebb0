/**
 * Forgeries: a forger changes a season, replays it, and computes its table and its chain again, so that only a rule of
 * docs/rules/14-season-bundle.md reveals the change.
 */
import { readCents, readPrice, readQuantity, writeCents, writePrice } from '#core/money/money.ts';
import { negate, type PriceE4, priceE4 } from '#core/money/units.ts';
import type { RulesVersion } from '#core/season/terms.ts';
import { beginReplay, type Replayed, replayFill } from '#core/trading/audit.ts';
import { type Action, closingFill, openingFill } from '#core/trading/position.ts';
import { Tape } from '#market/simulated/tape.ts';
import { linked, seal, standings } from './sample-bundle.ts';
import { type Line, type LineChange, lineOf, placeOfLast, type Value } from './tampered-lines.ts';

export type Forgery = {
  what: string;
  bundle: LineChange;
  /** The same change in a database; its chain is computed again too. */
  sql?: string;
  /** True when the bundle only gets new rows, which are then inserted into the database too. */
  isAddition?: true;
};

const MINUTE = 60_000;
const GROUP = '0199a1b2-0000-7000-8000-888888888888';
/** Positions of an event's values in its line. */
const AT = {
  trader: 2,
  order: 3,
  kind: 4,
  at: 5,
  fill: 6,
  rev: 7,
  symbol: 8,
  action: 9,
  type: 10,
  tif: 11,
  quantity: 12,
  amount: 13,
  limit: 15,
  mark: 19,
  status: 20,
  reason: 21,
  parent: 22,
  role: 23,
  oco: 24,
  hold: 25,
  placedAt: 26,
  activeFrom: 27,
  triggeredAt: 28,
  expiresAt: 29,
  finalAt: 30,
};

const ofKind = (lines: readonly Line[], kind: string) => lines.filter((line) => line[0] === kind);
const tapeOf = (lines: readonly Line[]) =>
  new Tape({
    hours: lines[0]![4] as 'always',
    version: lines[0]![7] as number,
    seedPeriods: ofKind(lines, 'seed').map((seed) => ({
      effectiveFrom: seed[2] as number,
      seed: Buffer.from(seed[4] as string, 'hex'),
    })),
  });

/** Computes all consequences of the fills again: cash, the table, the chain, counts and the end. */
export function forged(lines: readonly Line[]): Line[] {
  const version = lines[0]![1] as RulesVersion;
  const accounts = new Map<number, Replayed>();
  const played = lines.map((line) => {
    if (line[0] === 'trader' && ofKind(lines, 'standing').some((row) => row[2] === line[1]))
      accounts.set(line[1] as number, beginReplay(readCents(lines[0]![11] as string), version));
    const account = accounts.get(line[2] as number);
    return line[0] === 'fill' && account ? playedFill(line, account, version) : line;
  });
  const marks = new Map(
    ofKind(played, 'mark').map((mark) => [mark[1] as string, readPrice(mark[2] as string)]),
  );
  const out = new Set(ofKind(played, 'standing').flatMap((row) => (row[9] ? [row[2] as number] : [])));
  const count = (kind: string) => ofKind(played, kind).length;
  const rest = linked(
    played.slice(1).filter(([kind]) => kind !== 'standing' && kind !== 'end'),
    lines[0]![2] as number,
  );
  const head = [...lines[0]!.slice(0, 15), count('trader'), count('fill'), count('event'), count('link')];
  return seal([head, ...rest, ...standings(accounts, marks, out)]);
}

/** Returns a fill with its cash computed again. */
function playedFill(line: Line, account: Replayed, version: RulesVersion): Line {
  const [, , , action, symbol] = line as [string, number, number, Action, string];
  const [quantity, price] = [readQuantity(line[5] as string), readPrice(line[6] as string)];
  const [at, reason] = [line[10] as number, (line[11] ?? 'order') as 'order'];
  const held = account.open.get(symbol)?.position ?? null;
  const opens = action === 'buy' || action === 'short';
  const replayed = opens
    ? openingFill(held, symbol, action === 'short', quantity, price, at, reason, version)
    : closingFill(held!, quantity, price, reason, negate(account.cash));
  const replay = replayFill(account, { symbol, action, quantity, price, cash: replayed.cash, at, reason });
  if (typeof replay === 'string') throw new Error(`the forgery does not play: ${replay}`);
  return line.with(7, writeCents(replayed.cash));
}

/** Returns a trader without trades, to whom any forged trade can be given. */
const idleTrader = (lines: readonly Line[]): number =>
  ofKind(lines, 'standing').find((row) => row[7] === 0)![2] as number;

/** Inserts a row into the last block: fills precede events, and events precede the salt. */
function add(lines: Line[], kind: 'fill' | 'event', rest: Line): Line {
  const row: Line = [kind, Math.max(0, ...ofKind(lines, kind).map((line) => line[1] as number)) + 1, ...rest];
  const link = placeOfLast(lines, 'link');
  const end = lines[link - 1]![0] === 'salt' ? link - 1 : link;
  const firstOfBlock = lines.findLastIndex((line, n) => n < link && line[0] === 'link') + 1;
  const firstEvent = lines.findIndex((line, n) => n >= firstOfBlock && n < link && line[0] === 'event');
  lines.splice(kind === 'fill' && firstEvent >= 0 ? firstEvent : end, 0, row);
  return row;
}

const lastLink = (lines: readonly Line[]) => lines[placeOfLast(lines, 'link')]!;

/** Adds an immediate trade of an idle trader, at the tape's price of its time. */
const tradeAt =
  (when: (lines: readonly Line[]) => number): LineChange =>
  (lines) => {
    const forgedAt = when(lines);
    const { price, atMs } = tapeOf(lines).tickAt('KO', forgedAt)!;
    const facts = [
      '1.000000',
      writePrice(priceE4(BigInt(price))),
      '0.00',
      atMs,
      'simulated',
      forgedAt,
      null,
      null,
    ];
    add(lines, 'fill', [idleTrader(lines), 'buy', 'KO', ...facts]);
  };

type NewOrder = { n: number; at: number; limit: PriceE4; oco?: string; isAtOnce?: boolean };

/** Adds an idle trader's limit order that fills, at once or at the first price that reaches it. */
function addOrder(lines: Line[], { n, at, limit, oco, isAtOnce }: NewOrder): void {
  const tape = tapeOf(lines);
  const trader = idleTrader(lines);
  const order = `0199a1b2-0000-7000-8000-${`${n}`.padStart(12, '9')}`;
  const tick = isAtOnce
    ? tape.tickAt('KO', at)!
    : tape.ticksBetween('KO', at, at + 60 * MINUTE).find(({ price }) => price <= limit)!;
  const price = writePrice(priceE4(BigInt(tick.price)));
  const filledAt = isAtOnce ? at : tick.atMs;
  const terms = (status: string, hold: string, finalAt: number | null): Line => [
    ...[
      'KO',
      'buy',
      'limit',
      'gtc',
      '1.000000',
      null,
      false,
      writePrice(limit),
      null,
      null,
      null,
      null,
      status,
    ],
    ...[
      null,
      null,
      null,
      oco ?? null,
      hold,
      at,
      isAtOnce ? null : at,
      null,
      at + 90 * 24 * 60 * MINUTE,
      finalAt,
    ],
  ];
  const fill = add(lines, 'fill', [
    ...[trader, 'buy', 'KO', '1.000000', price, '0.00', tick.atMs, 'simulated', filledAt, null, order],
  ]);
  const hold = isAtOnce ? '0.00' : writeCents(readCents('1000.00'));
  add(lines, 'event', [trader, order, 'placed', at, null, 1, ...terms('working', hold, null)]);
  add(lines, 'event', [trader, order, 'filled', filledAt, fill[1]!, 1, ...terms('filled', '0.00', filledAt)]);
}

const limitOver = (lines: readonly Line[], at: number, more: number) =>
  priceE4(BigInt(tapeOf(lines).tickAt('KO', at)!.price + more));

/** Changes a term in all matching events of the first matching order. */
const ofEvents =
  (
    term: keyof typeof AT,
    value: Value,
    isMeant: (event: Line, lines: readonly Line[]) => boolean,
  ): LineChange =>
  (lines) => {
    const first = ofKind(lines, 'event').find((event) => isMeant(event, lines))!;
    for (const event of ofKind(lines, 'event'))
      if (event[AT.order] === first[AT.order] && isMeant(event, lines)) event[AT[term]] = value;
  };

const endOf = (lines: readonly Line[], event: Line) =>
  ofKind(lines, 'event').findLast((each) => each[AT.order] === event[AT.order])!;
/** True for an opening order that waited and was cancelled: no price proves its terms. */
const isInVain = (event: Line, lines: readonly Line[]) =>
  event[AT.parent] === null &&
  event[AT.status] === 'working' &&
  endOf(lines, event)[AT.status] === 'cancelled';
const isChild = (event: Line) => event[AT.kind] === 'activated';
const IN_VAIN = `(select o.id from orders o join order_events e on e.order_id = o.id where o.season_id = S and o.parent_id is null
  and o.status = 'cancelled' and e.kind = 'placed' and e.terms->>'status' = 'working' order by e.id limit 1)`;
const placed = (terms: string) =>
  `update order_events set terms = terms || '${terms}' where order_id = ${IN_VAIN} and kind = 'placed'`;

const CHILD = `id = (select min(id) from order_events where season_id = S and kind = 'activated')`;
const activated = (terms: string) => `update order_events set terms = terms || '${terms}' where ${CHILD}`;

/** The id of a trailing stop that its entry activated. */
const TRAILED = `(select e.order_id from order_events e join orders o on o.id = e.order_id where o.season_id = S
  and e.kind = 'activated' and o.type = 'trailing_stop' order by e.id limit 1)`;

/** Change of a trailing stop's first extreme, dollars: too little to fire it. */
const ASIDE = 0.0001;

/**
 * Adds an idle trader's opening trailing stop, far from firing.
 * @param first how wrong its first extreme is, 1/10,000 $
 * @param changed how wrong its extreme is when the order is changed, 1/10,000 $; null: it is never changed
 */
const trailing =
  (first: number, changed: number | null): LineChange =>
  (lines) => {
    const placedAt = Number(lastLink(lines)[2]) - 30_000;
    const tape = tapeOf(lines);
    const [trader, order] = [idleTrader(lines), '0199a1b2-0000-7000-8000-777777777777'];
    const until = placedAt + 10_000;
    const lowest = Math.min(
      tape.tickAt('KO', placedAt)!.price,
      ...tape.ticksBetween('KO', placedAt, until).map(({ price }) => price),
    );
    const event = (kind: string, when: number, rev: number, percent: string, mark: number, from: number) => {
      const isOver = kind === 'cancelled';
      add(lines, 'event', [
        ...[
          trader,
          order,
          kind,
          when,
          null,
          rev,
          'KO',
          'buy',
          'trailing_stop',
          'gtc',
          '1.000000',
          null,
          false,
        ],
        ...[null, null, null, percent, writePrice(priceE4(BigInt(mark))), isOver ? 'cancelled' : 'working'],
        ...[
          isOver ? 'user' : null,
          null,
          null,
          null,
          '0.00',
          placedAt,
          from,
          null,
          placedAt + 90 * 24 * 60 * MINUTE,
        ],
        isOver ? when : null,
      ]);
    };
    const start = tape.tickAt('KO', placedAt)!.price - first;
    event('placed', placedAt, 1, '20.00', start, placedAt);
    const end = changed === null ? start : Math.min(start, lowest) - changed;
    if (changed !== null) event('replaced', until, 2, '21.00', end, until);
    const last = changed === null ? placedAt : until;
    event('cancelled', last + 1, changed === null ? 1 : 2, changed === null ? '20.00' : '21.00', end, last);
  };

/** Honest trailing stops, which must cause no finding. */
export const HONEST_TRAILS: LineChange = trailing(0, 0);

/**
 * Honest trades of two traders in a tie, which must cause no finding: one traded through two processes whose clocks
 * differ, so that the last trade is dated before the first.
 */
export const HONEST_CLOCKS: LineChange = (lines) => {
  const idle = ofKind(lines, 'standing').filter((row) => row[7] === 0);
  const [odd, even] = idle.map((row) => row[2] as number);
  const symbol = ofKind(lines, 'mark')[0]![1] as string;
  const { price, atMs } = tapeOf(lines).tickAt(symbol, Number(lastLink(lines)[2]) - MINUTE / 2)!;
  for (const [trader, ms] of [
    [even, 5_000],
    [odd, 14_000],
    [even, 5_000],
    [odd, 1_000],
  ] as const) {
    const facts = ['1.000000', writePrice(priceE4(BigInt(price))), '0.00', atMs, 'simulated'];
    add(lines, 'fill', [trader!, 'buy', symbol, ...facts, atMs + ms, null, null]);
  }
};

export const FORGERIES: readonly Forgery[] = [
  {
    what: 'a trade of before the start',
    isAddition: true,
    bundle: tradeAt((lines) => Number(lines[0]![13]) - 2 * MINUTE),
  },
  {
    what: 'a trade of after the end',
    isAddition: true,
    bundle: tradeAt((lines) => Number(lines[0]![14]) + MINUTE),
  },
  {
    what: 'a trade at an earlier price',
    isAddition: true,
    bundle: tradeAt((lines) => Number(lastLink(lines)[2]) - 25 * MINUTE),
  },
  {
    what: 'an order placed in hindsight',
    isAddition: true,
    bundle: (lines) => {
      const forgedAt = Number(lastLink(lines)[2]) - 25 * MINUTE;
      addOrder(lines, { n: 1, at: forgedAt, limit: limitOver(lines, forgedAt, 0) });
    },
  },
  {
    what: 'an order filled at once beyond its limit',
    isAddition: true,
    bundle: (lines) => {
      const forgedAt = Number(lines[0]![14]) - 1000;
      addOrder(lines, { n: 1, at: forgedAt, limit: limitOver(lines, forgedAt, -5), isAtOnce: true });
    },
  },
  {
    what: 'two of a group filled',
    isAddition: true,
    bundle: (lines) => {
      const forgedAt = Number(lines[0]![14]) - 60_000;
      for (const n of [1, 2])
        addOrder(lines, { n, at: forgedAt, limit: limitOver(lines, forgedAt, 5), oco: GROUP });
    },
  },
  {
    what: 'a trade called a forced cover',
    bundle: (lines, { X }) => {
      lineOf(lines, 'fill', X)[11] = 'forced_cover';
    },
    sql: "update fills set reason = 'forced_cover' where id = X",
  },
  {
    what: 'a trade called one of the reset',
    bundle: (lines, { X }) => {
      lineOf(lines, 'fill', X)[11] = 'season_reset';
    },
  },
  {
    what: "an order's fill made larger",
    bundle: (lines, { W }) => {
      const fill = lineOf(lines, 'fill', W);
      fill[5] = (Number(fill[5]) + 0.000001).toFixed(6);
    },
    sql: `update fills set quantity = quantity + 0.000001, cash_delta = -ceil((quantity + 0.000001) * price * 100) / 100
      where id = W`,
  },
  {
    what: 'an order that works from no moment on',
    bundle: ofEvents('activeFrom', null, isInVain),
    sql: placed('{"active_from": null}'),
  },
  {
    what: 'an order that is held for ever',
    bundle: (lines) => {
      ofEvents('activeFrom', null, isInVain)(lines, null as never);
      ofEvents('hold', '0.00', isInVain)(lines, null as never);
      ofEvents('status', 'held', isInVain)(lines, null as never);
    },
    sql: placed('{"active_from": null, "hold": "0.00", "status": "held"}'),
  },
  {
    what: "an order's symbol",
    bundle: ofEvents('symbol', 'DIS', isInVain),
    sql: placed('{"symbol": "DIS"}'),
  },
  {
    what: "an order's type",
    bundle: ofEvents('type', 'market', isInVain),
    sql: placed('{"type": "market"}'),
  },
  { what: "an order's group", bundle: ofEvents('oco', null, isChild), sql: activated('{"oco_id": null}') },
  {
    what: "an order's entry",
    bundle: ofEvents('parent', null, isChild),
    sql: activated('{"parent_id": null}'),
  },
  {
    what: 'how long an order waits',
    bundle: ofEvents('tif', 'day', isInVain),
    sql: placed('{"tif": "day"}'),
  },
  {
    what: 'what an order holds',
    bundle: ofEvents('hold', '99999999.00', isInVain),
    sql: placed('{"hold": "99999999.00"}'),
  },
  {
    what: 'a child that works before its entry is filled',
    bundle: (lines) => {
      const child = ofKind(lines, 'event').find(isChild)!;
      child[AT.at] = Number(child[AT.at]) - 1;
      child[AT.activeFrom] = child[AT.at]!;
    },
    sql: `update order_events set at = at - interval '1 ms', terms = terms || jsonb_build_object('active_from', at - interval '1 ms')
      where ${CHILD}`,
  },
  {
    what: "an order's placement removed",
    bundle: (lines) => {
      const event = ofKind(lines, 'event').find((each) => isInVain(each, lines))!;
      lines.splice(lines.indexOf(event), 1);
    },
    sql: `delete from order_events where order_id = ${IN_VAIN} and kind = 'placed'`,
  },
  {
    what: 'a ranked trader made an admin',
    bundle: (lines) => {
      lineOf(lines, 'trader', ofKind(lines, 'standing')[0]![2]!)[3] = true;
    },
  },
  {
    what: 'where a trailing stop begins after its entry',
    bundle: (lines) => {
      const isTrailed = (event: Line) => isChild(event) && event[AT.type] === 'trailing_stop';
      const { [AT.order]: order } = ofKind(lines, 'event').find(isTrailed)!;
      for (const event of ofKind(lines, 'event'))
        if (event[AT.order] === order && event[AT.mark] !== null)
          event[AT.mark] = (Number(event[AT.mark]) + ASIDE).toFixed(4);
    },
    sql: `with x as (select ${TRAILED} as id), o as (update orders set mark = mark + ${ASIDE} where id = (select id from x))
      update order_events set terms = terms || jsonb_build_object('mark', ((terms->>'mark')::numeric + ${ASIDE})::text)
      where order_id = (select id from x) and terms->>'mark' is not null`,
  },
  { what: 'where a trailing stop begins', isAddition: true, bundle: trailing(500, null) },
  { what: 'where a changed trailing stop had moved to', isAddition: true, bundle: trailing(0, 500) },
];
