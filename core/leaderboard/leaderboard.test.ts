import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readPrice, readQuantity, SHARE } from '../money/money.ts';
import { type Cents, cents, type PriceE4, priceE4, quantityMicros } from '../money/units.ts';
import type { RulesVersion } from '../season/terms.ts';
import { marginState, rawEquity, shortValue, WARN_PERCENT } from '../trading/margin.ts';
import { valueAccount } from '../trading/portfolio.ts';
import { openingFill, type Position } from '../trading/position.ts';
import { Board, type BoardAccount, type BoardPosition, basisOf, STATUS } from './board.ts';
import type { Leaderboard } from './leaderboard.ts';
import { rankOf } from './rank.ts';
import { rankBoard, rankInSteps } from './ranking.ts';
import type { MarkPrices } from './value.ts';

/** An account as `valueAccount` takes it. */
type Account = BoardAccount & { cash: Cents; realised: Cents; positions: Position[] };

const onBoard = (held: Position): BoardPosition => {
  const { symbol, isShort, quantity, cost } = held;
  return { symbol, isShort, quantity, cost, basis: basisOf(held) };
};
const put = (board: Board, account: Account) => board.put(account, account.positions.map(onBoard));
const all = (table: Leaderboard) => [...table.rows(1, table.traders)];

const trader = (userId: number, cash: Cents, more: Partial<Account> = {}): Account => ({
  userId,
  cash,
  realised: 0n,
  trades: 1,
  lastTradeAt: 0,
  status: STATUS.trader,
  positions: [],
  ...more,
});
const boardOf = (accounts: readonly Account[]) => {
  const board = new Board();
  for (const account of accounts) put(board, account);
  return board;
};

/** Returns the whole table by a plain, slow sort. */
function expected(accounts: readonly Account[], marks: MarkPrices) {
  const group = (a: Account) => (a.status === STATUS.disqualified ? 2 : a.trades > 0 ? 0 : 1);
  const descending = (a: bigint, b: bigint) => (a > b ? -1 : a < b ? 1 : 0);
  const rows = accounts
    .filter((a) => a.status !== STATUS.admin)
    .map((a) => ({ ...a, equity: valueAccount(a.cash, a.positions, marks).equity }))
    .sort(
      (a, b) =>
        group(a) - group(b) ||
        descending(a.equity, b.equity) ||
        descending(a.realised, b.realised) ||
        descending(BigInt(-(a.lastTradeAt ?? 2 ** 53)), BigInt(-(b.lastTradeAt ?? 2 ** 53))) ||
        a.userId - b.userId,
    );
  const ranked = rows.filter((a) => group(a) === 0);
  return rows.map((a, i) => {
    const place = 1 + ranked.filter((b) => b.equity > a.equity).length;
    const worst = ranked.filter((b) => b.equity >= a.equity).length;
    const isRanked = group(a) === 0;
    return {
      userId: a.userId,
      rowNumber: i + 1,
      place: isRanked ? place : null,
      rank: isRanked ? rankOf(place, worst, ranked.length) : ('CADET' as const),
      cash: a.cash,
      equity: a.equity,
      isDisqualified: a.status === STATUS.disqualified,
      trades: a.trades,
    };
  });
}

const SYMBOLS = ['AAPL', 'KO', 'MSFT', 'TSLA', 'X'];
/** Everyday amounts, and sometimes one beyond a safe double. */
const amount = (most: bigint) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.bigInt(1n, 3n) },
    { weight: 6, arbitrary: fc.bigInt(1n, most) },
    { weight: 1, arbitrary: fc.bigInt(1n, 10n ** 18n) },
  );
const somePrice = amount(10n ** 7n).map(priceE4);
const aPosition = (symbol: string) =>
  fc
    .record({
      isShort: fc.boolean(),
      quantity: amount(10n ** 12n).map(quantityMicros),
      price: somePrice,
      more: fc.option(fc.record({ quantity: amount(10n ** 12n).map(quantityMicros), price: somePrice })),
      version: fc.constantFrom<RulesVersion>(1, 2, 3, 4),
    })
    .map(({ isShort, quantity, price, more, version }) => {
      const { position } = openingFill(null, symbol, isShort, quantity, price, 0, 'order', version);
      return more ? openingFill(position, symbol, isShort, more.quantity, more.price, 0).position : position;
    });
const someAccount = fc
  .record({
    cash: amount(2n * 10n ** 7n).map(cents),
    realised: fc.bigInt(-2n, 2n).map(cents),
    trades: fc.integer({ min: 0, max: 2 }),
    lastTradeAt: fc.integer({ min: 0, max: 2 }).map((n) => 1_767_614_400_000_000 + n),
    status: fc.constantFrom(STATUS.trader, STATUS.trader, STATUS.trader, STATUS.disqualified, STATUS.admin),
    positions: fc
      .subarray(SYMBOLS)
      .chain((symbols) => fc.tuple(...symbols.map(aPosition)) as fc.Arbitrary<Position[]>),
  })
  .map((account) => ({ ...account, lastTradeAt: account.trades > 0 ? account.lastTradeAt : null }));
const someMarks = fc
  .dictionary(fc.constantFrom(...SYMBOLS.slice(1)), somePrice)
  .map((prices): MarkPrices => new Map(Object.entries(prices)));

describe('compared with the exact valuation of core/trading', () => {
  test('equity to the cent, order, places, ranks and thin accounts, for random accounts and positions', () => {
    fc.assert(
      fc.property(
        fc.array(someAccount, { minLength: 1, maxLength: 40 }),
        fc.array(fc.tuple(fc.nat(39), someAccount), { maxLength: 30 }),
        someMarks,
        (people, changes, marks) => {
          // ids are not in order
          const accounts: Account[] = people.map((p, i) => ({ ...p, userId: 1 + ((i * 17) % 1009) }));
          const board = boardOf(accounts);
          for (const [who, change] of changes) {
            const index = who % accounts.length;
            accounts[index] = { ...change, userId: accounts[index]!.userId };
            put(board, accounts[index]);
          }
          const table = rankBoard(board, marks);
          const rows = expected(accounts, marks);
          expect(all(table)).toEqual(rows);
          expect(table.ranked).toBe(rows.filter((r) => r.place !== null).length);
          for (const row of rows) expect(table.rowOf(row.userId)).toEqual(row);
          const thin = accounts.flatMap(({ userId, cash, positions }) => {
            // the margin of an account is checked only where all its symbols have a price
            const held = positions.map((p) => ({ position: p, price: marks.get(p.symbol) }));
            if (held.some((h) => h.price === undefined)) return [];
            const marked = held as { position: Position; price: PriceE4 }[];
            const [raw, shorts] = [rawEquity(cash, marked), shortValue(marked)];
            const equity = raw > 0n ? raw : 0n;
            const state = marginState(equity, shorts, cash);
            return state === 'ok' ? [] : [{ userId, equity, shorts, state }];
          });
          const priced = new Set(
            accounts.filter((a) => a.positions.every((p) => marks.has(p.symbol))).map((a) => a.userId),
          );
          expect(
            table.thin.filter((t) => priced.has(t.userId)).toSorted((a, b) => a.userId - b.userId),
          ).toEqual(thin.toSorted((a, b) => a.userId - b.userId));
          expect(board.heldSymbols().toSorted()).toEqual(
            [...new Set(accounts.flatMap((a) => a.positions.map((p) => p.symbol)))].sort(),
          );
        },
      ),
      { numRuns: 400 },
    );
  });
});

/** A change of a process's board between two passes; `gap`: the process missed a pass and reads all accounts again. */
type Turn = { kind: 'join' | 'gap' | 'reset'; accounts: Omit<Account, 'userId'>[] };
const turns = fc.array(
  fc.record({
    kind: fc.constantFrom<Turn['kind']>('join', 'join', 'gap', 'reset'),
    accounts: fc.array(someAccount, { maxLength: 6 }),
  }),
  { minLength: 3, maxLength: 12 },
);

test('joins, refills, gaps and resets: each pass equals a ranking from scratch', () => {
  fc.assert(
    fc.property(turns, someMarks, (list, marks) => {
      let accounts = new Map<number, Account>();
      let board = new Board();
      let newest = 0;
      let table: Leaderboard | undefined;
      let spare: Leaderboard | undefined;
      for (const { kind, accounts: newcomers } of list) {
        // A Reset keeps the last two accounts. A refilled board may list its accounts in another order.
        if (kind === 'reset') accounts = new Map([...accounts].slice(-2));
        if (kind !== 'join') board = boardOf([...accounts.values()].reverse());
        const next = rankBoard(board, marks, spare);
        const fresh = all(rankBoard(boardOf([...accounts.values()]), marks));
        expect(all(next)).toEqual(fresh);
        for (const row of fresh) expect(next.rowOf(row.userId)).toEqual(row);
        [spare, table] = [table, next];
        for (const each of newcomers) {
          const account = { ...each, userId: ++newest };
          accounts.set(newest, account);
          put(board, account);
          // A table has no row for an account that joined after it was ranked.
          expect(next.rowOf(newest)).toBeNull();
        }
        expect(all(next)).toEqual(fresh);
      }
    }),
    { numRuns: 200 },
  );
});

describe('order', () => {
  test('a tie shares its place: 1, 2, 2, 4', () => {
    const table = rankBoard(
      boardOf([100n, 200n, 200n, 50n].map(cents).map((cash, i) => trader(i + 1, cash))),
      new Map(),
    );
    expect(all(table).map((r) => [r.userId, r.place, r.rank])).toEqual([
      [2, 1, 'GENERAL'],
      [3, 1, 'GENERAL'],
      [1, 3, 'LIEUTENANT'],
      [4, 4, 'LIEUTENANT'],
    ]);
  });

  test('inside a tie: realised P&L, the earliest last trade to the microsecond, id', () => {
    const tiedAt = 1_767_614_400_000_000;
    const table = rankBoard(
      boardOf([
        trader(9, cents(5n), { realised: cents(-1n), lastTradeAt: tiedAt }),
        trader(8, cents(5n), { lastTradeAt: tiedAt + 1 }),
        trader(7, cents(5n), { lastTradeAt: tiedAt }),
        trader(6, cents(5n), { lastTradeAt: tiedAt }),
        trader(5, cents(5n), { realised: cents(1n), lastTradeAt: tiedAt + 2 }),
      ]),
      new Map(),
    );
    expect(all(table).map((r) => r.userId)).toEqual([5, 6, 7, 8, 9]);
    expect(all(table).every((r) => r.place === 1)).toBe(true);
  });

  test('equities that differ by more than 32 bits, or by one cent beyond a safe double', () => {
    const amounts = [
      0n,
      1n,
      2n ** 32n,
      2n ** 32n + 1n,
      2n ** 53n - 1n,
      2n ** 53n,
      2n ** 53n + 1n,
      10n ** 20n,
    ];
    const cash = [...amounts, ...amounts.map((a) => a + 2n), 10n ** 20n].map(cents);
    const table = rankBoard(boardOf(cash.map((c, i) => trader(i + 1, c))), new Map());
    expect(all(table).map((r) => r.equity)).toEqual(cash.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
    expect(all(table)[1]!.place).toBe(2);
    expect(all(table)[2]!.place).toBe(2);
  });
});

test('later changes of the board, also its growth, do not change a leaderboard', () => {
  const board = boardOf([trader(1, cents(100n)), trader(2, cents(2n ** 60n))]);
  const previous = rankBoard(board, new Map());
  const rows = all(previous);
  put(board, trader(1, cents(7n), { trades: 9, status: STATUS.disqualified }));
  put(board, trader(2, cents(1n)));
  for (let id = 3; id < 5_000; id++) put(board, trader(id, cents(BigInt(id))));
  expect(all(previous)).toEqual(rows);
  expect(previous.rowOf(4_000)).toBeNull();
  expect(rankBoard(board, new Map()).traders).toBe(4_999);
});

test('new positions reuse the memory of closed ones', () => {
  const board = new Board();
  const held = SYMBOLS.map((symbol) => openingFill(null, symbol, false, SHARE, readPrice('1'), 0).position);
  for (let round = 0; round < 100; round++) {
    for (let id = 1; id <= 20; id++) put(board, trader(id, cents(1n), { positions: round % 2 ? held : [] }));
  }
  expect(board.positionsEnd).toBe(20 * SYMBOLS.length);
  expect(all(rankBoard(board, new Map())).map((r) => r.equity)).toEqual(Array(20).fill(cents(501n)));
});

test('the steps give the same leaderboard; an empty board gives an empty one', () => {
  const board = boardOf(
    Array.from({ length: 300 }, (_, i) => trader(i + 1, cents(BigInt((i * 7919) % 101)))),
  );
  const steps = rankInSteps(board, new Map());
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  expect(count).toBeGreaterThan(5);
  expect(all(step.value)).toEqual(all(rankBoard(board, new Map())));
  const none = rankBoard(new Board(), new Map());
  expect([none.traders, none.ranked, all(none), none.rowOf(1)]).toEqual([0, 0, [], null]);
});

test('an account at the warning level is thin', () => {
  // short 2,000 at 50 with no cash left: equity is 40% of the market value at 71.43, 30% at 76.93
  const { position } = openingFill(null, 'AAPL', true, readQuantity('2000'), readPrice('50'), 0);
  const board = boardOf([trader(1, cents(0n), { positions: [position] })]);
  const thinAt = (price: PriceE4) => rankBoard(board, new Map([['AAPL', price]])).thin.map((t) => t.state);
  expect([714_200n, 714_300n, 769_200n, 769_300n].map(priceE4).map(thinAt)).toEqual([
    [],
    ['warn'],
    ['warn'],
    ['call'],
  ]);
  expect(WARN_PERCENT).toBe(40n);
});

test('a board numbers 65,536 symbols, and refuses one more', () => {
  const board = new Board();
  for (let n = 0; n < 65_536; n++) expect(board.symbolNumber(`S${n}`)).toBe(n);
  expect(() => board.symbolNumber('ONEMORE')).toThrow('more than 65536 symbols on a board: ONEMORE');
  expect(board.symbolNumber('S65535')).toBe(65_535);
});
