/** Fills played again: rules, positions, cash. docs/rules/14-season-bundle.md 18 to 20. */
import { closingWorth, exactRest, type OpenShares, pointed, ratio, up, whole } from './amounts.ts';
import type { BundleLines, FillLine, MarkLine, RulesLine, ShareSplitLine } from './lines.ts';
import { isRounded, type Prices, wholePrice } from './prices.ts';
import type { Difference, Report } from './report.ts';

export type TraderBook = {
  cash: bigint;
  realised: bigint;
  trades: number;
  /** Epoch ms of the last trade. */
  last: number | null;
  open: Map<string, OpenShares>;
};

/** The last prices of a season are asked for within this time of its end, ms. */
const CLOSING = 60_000;
const SOURCES = { simulated: ['simulated'], replay: ['replay'], fmp: ['fmp', 'finnhub'] };

export class Books {
  readonly all = new Map<number, TraderBook>();
  /** What was open of its symbol before a fill of an order, by the fill's id. */
  readonly held = new Map<number, bigint>();
  readonly #lines: BundleLines;
  readonly #format: number;
  readonly #prices: Prices | null;
  readonly #report: Report;
  readonly #names: ReadonlyMap<number, string>;

  constructor(lines: BundleLines, prices: Prices | null, report: Report) {
    this.#lines = lines;
    this.#format = lines.season[0]!.format;
    this.#prices = prices;
    this.#report = report;
    this.#names = new Map(lines.trader.map(({ id, name }) => [id, name]));
    const cash = whole(lines.season[0]!.startCash, 2);
    for (const { id } of lines.trader)
      this.all.set(id, { cash, realised: 0n, trades: 0, last: null, open: new Map() });
  }

  /** Plays everything. */
  play(): void {
    const { fill, rules, split, mark } = this.#lines;
    const { state } = this.#report;
    const { prices, fills } = state.steps;
    prices.of = this.#prices ? fill.length + mark.length : 0;
    fills.of = fill.length;
    const splits = Map.groupBy(split, ({ trader }) => trader);
    for (const [n, row] of fill.entries()) {
      const foundBefore = state.found;
      const due = splits.get(row.trader) ?? [];
      while (due[0] && due[0].afterFill < row.id) this.#split(due.shift()!);
      this.#price(row, row.filledAt);
      this.#fill(
        row,
        rules.findLast(({ firstFill }) => firstFill <= row.id),
      );
      if (state.found > foundBefore) state.differing.push(n);
      state.done = n + 1;
      fills.done++;
      this.#report.tell();
    }
    for (const rest of splits.values()) for (const row of rest) this.#split(row);
    for (const row of mark) this.#price(row, null);
    this.#report.finish('prices');
  }

  #find(what: Difference, row: FillLine, is: string, should = ''): void {
    const place = { kind: 'fill', id: `${row.id}`, line: row.line } as const;
    const { symbol, filledAt: at } = row;
    const trader = this.#names.get(row.trader) ?? null;
    this.#report.find('fills', what, place, { trader, symbol, at, is, should });
  }

  #price(row: FillLine | MarkLine, filledAt: number | null): void {
    const { market, quoteMaxAgeMs, endedAt } = this.#lines.season[0]!;
    const isFill = 'id' in row;
    const place = {
      kind: isFill ? 'fill' : 'mark',
      id: isFill ? `${row.id}` : row.symbol,
      line: row.line,
    } as const;
    const trader = isFill ? (this.#names.get(row.trader) ?? null) : null;
    const { symbol, quoteAt: at } = row;
    const find = (what: Difference, is: string, should: string) =>
      this.#report.find('prices', what, place, { trader, symbol, at, is, should });
    if (!SOURCES[market].includes(row.source)) find('source', row.source, market);
    if (!this.#prices) return;
    this.#report.state.steps.prices.done++;
    const trade = this.#prices.has(symbol) ? this.#prices.newest(symbol, at) : null;
    if (!trade || !isRounded(Number(whole(row.price, 4)), trade.exact))
      find('price', row.price, trade ? pointed(BigInt(wholePrice(trade.exact)), 4) : '');
    const last = isFill || !this.#prices.has(symbol) ? null : this.#prices.newest(symbol, endedAt);
    const age = (filledAt ?? endedAt) - at;
    const most = last ? endedAt - last.at : quoteMaxAgeMs;
    if (age < (isFill ? 0 : -CLOSING) || age > most) find('age', `${age}`, `${most}`);
  }

  #split(row: ShareSplitLine): void {
    const held = this.all.get(row.trader)?.open.get(row.symbol);
    const [before, since] = [whole(row.before, 6), whole(row.since, 6)];
    const moved = ((before - since) * BigInt(row.numerator)) / BigInt(row.denominator) + since;
    const q = moved > 1n ? moved : 1n;
    const price = held ? ratio(held.entry * before, q) : 1n;
    const entry = price > 1n ? price : 1n;
    if (!held || held.q !== before || whole(row.after, 6) !== q || whole(row.entryAfter, 8) !== entry)
      this.#report.find(
        'fills',
        'split',
        { kind: 'line', id: `${row.line}`, line: row.line },
        {
          trader: this.#names.get(row.trader) ?? null,
          symbol: row.symbol,
          is: row.after,
          should: pointed(q, 6),
        },
      );
    if (held) Object.assign(held, { q, entry });
  }

  #fill(row: FillLine, rules: RulesLine | undefined): void {
    const book = this.all.get(row.trader);
    const [price, q] = [whole(row.price, 4), whole(row.quantity, 6)];
    const isShort = row.action === 'short' || row.action === 'cover';
    const opens = row.action === 'buy' || row.action === 'short';
    const held = book?.open.get(row.symbol);
    const isWrong = (held && held.isShort !== isShort) || (!opens && (!held || q > held.q));
    if (!book || isWrong || q <= 0n) {
      this.#find('side', row, `${row.action} ${row.quantity}`, held ? pointed(held.q, 6) : '0');
      return;
    }
    if (row.order !== null) this.held.set(row.id, held?.q ?? 0n);
    if (opens && rules) this.#checkRules(row, rules, price, q, held?.q ?? 0n);
    const cash = opens
      ? this.#open(book, row.symbol, { isShort, price, q })
      : this.#close(book, row.symbol, price, q);
    if (whole(row.cash, 2) !== cash) this.#find('cash', row, row.cash, pointed(cash, 2));
    book.cash += cash;
    if (book.cash < 0n) this.#find('debt', row, pointed(book.cash, 2), '0.00');
    if (row.reason !== null && row.reason !== 'reverse') return;
    book.trades++;
    book.last = Math.max(book.last ?? 0, row.filledAt);
  }

  #checkRules(row: FillLine, rules: RulesLine, price: bigint, q: bigint, held: bigint): void {
    if (price < 100n * whole(rules.minPrice, 2)) this.#find('minPrice', row, row.price, rules.minPrice);
    if (rules.maxShare === null) return;
    const cash = whole(this.#lines.season[0]!.startCash, 2);
    const most = (((cash * BigInt(rules.maxShare)) / 100n) * 10n ** 8n) / price - held;
    if (q > (most > 0n ? most : 0n))
      this.#find('maxShare', row, row.quantity, pointed(most > 0n ? most : 0n, 6));
  }

  #open(
    book: TraderBook,
    symbol: string,
    { isShort, price, q }: { isShort: boolean; price: bigint; q: bigint },
  ): bigint {
    const cost = (this.#format === 1 ? ratio : up)(price * q, 10n ** 8n);
    const held = book.open.get(symbol);
    const entryPrice = price * 10_000n;
    book.open.set(symbol, {
      isShort,
      q: (held?.q ?? 0n) + q,
      entry: held ? ratio(held.entry * held.q + entryPrice * q, held.q + q) : entryPrice,
      cost: (held?.cost ?? 0n) + cost,
      exact: (held?.exact ?? 0n) + price * q,
    });
    return -cost;
  }

  #close(book: TraderBook, symbol: string, price: bigint, q: bigint): bigint {
    const held = book.open.get(symbol)!;
    let cash = closingWorth(this.#format, price, q, held);
    // a loss takes no more than there is
    if (cash < -book.cash) cash = -book.cash;
    const exact = exactRest(held, q);
    const halfUp = q === held.q ? held.cost : ratio(held.cost * q, held.q);
    const share = this.#format === 1 ? halfUp : held.cost - up(exact, 10n ** 8n);
    book.realised += cash - share;
    held.q -= q;
    held.cost -= share;
    held.exact = exact;
    if (held.q === 0n) book.open.delete(symbol);
    return cash;
  }
}
