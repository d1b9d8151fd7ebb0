/** Replays a season's accounts, orders and prices from the rows of its bundle, and compares the results with the table. */
import type { Rank } from '#core/leaderboard/rank.ts';
import {
  readCents,
  readDividend,
  readPrice,
  readQuantity,
  writeCents,
  writePrice,
} from '#core/money/money.ts';
import { type PriceE4, priceE4, type QuantityMicros } from '#core/money/units.ts';
import type { BundleRow, LineOf } from '#core/season/bundle-lines.ts';
import type { ChainLink } from '#core/season/chain.ts';
import { gameOfBundle } from '#core/season/game.ts';
import {
  hasChosenTerms,
  hasDividends,
  hasSymbolChanges,
  hasVolumes,
  type MarketKind,
} from '#core/season/terms.ts';
import { beginReplay, type Played, type Replayed, replayOn } from '#core/trading/audit.ts';
import { dayKey, inMicros } from '#core/trading/day-volume.ts';
import { hasDayVolume, NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import type { SeedPeriod } from '#market/market.ts';
import { Sha256 } from '#market/simulated/crypto.ts';
import { SEED_BYTES } from '#market/simulated/random.ts';
import { Tape } from '#market/simulated/tape.ts';
import { AwardCheck } from './awards.ts';
import { BlockCheck, ChainCheck, type ProofTrader } from './chain.ts';
import { type Finding, iso, type ProofStep } from './difference.ts';
import { ForcedCovers } from './forced-covers.ts';
import * as read from './lines.ts';
import { orderKeeper } from './order-keeper.ts';
import { type RecordedDividend, type RecordedSplit, shareEventPlayer } from './share-events.ts';
import type { NumberedChange } from './symbol-changes.ts';
import { checkGameTable, checkTable } from './table.ts';
import { checkLast, checkSource, type PricedRow } from './terms.ts';

/** The result of a check: numbers of checked rows by kind. */
export type Verification = {
  market: MarketKind;
  /** Fills and last prices that were compared with the tape, wrong prices included. */
  prices: number;
  /** Fills and last prices that were not compared, because the season's market has no tape. */
  foreign: number;
  standings: number;
  /** Final orders, cancelled and wrong orders included. */
  orders: number;
  /** Links of the chain; 0 for a season older than chains. */
  links: number;
};

/** A head of a chain that a browser stored while the season ran: season, number of the link, head, epoch ms. */
export type SeenHead = [season: number, seq: number, head: string, at: number];

type RecordRow = Extract<BundleRow, { kind: 'rules' | 'fill' | 'event' | 'salt' | 'link' }>;
type Block = { rules: string[]; fills: string[]; events: string[]; salts: string[] };
const emptyBlock = (): Block => ({ rules: [], fills: [], events: [], salts: [] });

/** Replays a season's accounts, orders and prices from the lines of its bundle. */
export class SeasonReplay {
  readonly season: read.BundleSeason;
  readonly #listen: (finding: Finding) => void;
  readonly #did: (step: ProofStep, differs?: boolean) => void;
  readonly #seeds: SeedPeriod[] = [];
  readonly #splits: RecordedSplit[] = [];
  readonly #dividends: RecordedDividend[] = [];
  readonly #changes: NumberedChange[] = [];
  readonly #traders = new Map<number, ProofTrader>();
  readonly #played = new Map<number, Replayed>();
  readonly #marks = new Map<string, PriceE4>();
  readonly #standings = new Map<number, LineOf<'standing'>>();
  readonly #awards: AwardCheck;
  readonly #chain: ChainCheck;
  readonly #blocks: BlockCheck;
  /** Heads that a browser stored, by the number of their link, until that link is read. */
  readonly #seenHeads: Map<number, SeenHead>;
  /**
   * Parts that need all seeds, splits, dividends and symbol changes, created at the first fill, order event or last
   * price.
   */
  #parts: ReturnType<SeasonReplay['begin']> | null = null;
  #block = emptyBlock();
  #hasTerms = false;
  #fixedRules: read.FixedRules = { longOnly: false, maxVolume: null, tickers: null, dayTrades: null };
  #hasGameTerms = false;
  readonly #volumes = new Map<string, QuantityMicros>();
  /** Recorded rules that come into force later, oldest first. */
  #coming: { firstFill: bigint; rules: Rules }[] = [];
  #rules: Rules = NO_RULES;
  #lastFill = -1n;
  #prices = 0;
  #foreign = 0;
  #found = 0;

  constructor(
    season: read.BundleSeason,
    tell: (finding: Finding) => void,
    did: (step: ProofStep, differs?: boolean) => void,
    seen: readonly SeenHead[],
  ) {
    this.season = season;
    this.#listen = tell;
    this.#did = did;
    this.#awards = new AwardCheck(season, this.#tell);
    this.#chain = new ChainCheck(season, this.#tell);
    this.#blocks = new BlockCheck(season, this.#tell);
    this.#seenHeads = new Map(seen.map((head) => [head[1], head]));
  }

  readonly #tell = (finding: Finding): void => {
    this.#found++;
    this.#listen(finding);
  };

  private begin() {
    const { terms, endedAt } = this.season;
    const tape =
      terms.tape && new Tape({ hours: terms.hours, version: terms.tape.version, seedPeriods: this.#seeds });
    return {
      tape,
      forcedCovers: new ForcedCovers(tape),
      shareEvents: shareEventPlayer(this.#splits, this.#dividends, this.#changes, this.#played, this.#tell),
      orders: orderKeeper(tape, { end: endedAt.getTime(), quoteMaxAgeMs: terms.quoteMaxAgeMs }, this.#tell),
    };
  }

  get #isGame(): boolean {
    return gameOfBundle(this.season.number) !== null;
  }

  get #known() {
    this.#parts ??= this.begin();
    return this.#parts;
  }

  /** Checks the next line. @throws RangeError where a value cannot be read */
  add(row: BundleRow, text: string): void {
    if (row.kind === 'terms') this.#addTerms(row.values);
    else if (row.kind === 'volumeShare') this.#addVolumeShare(row.values);
    else if (row.kind === 'game') this.#addGameTerms(row.values);
    else if (row.kind === 'seed') this.#addSeed(row.values);
    else if (row.kind === 'split') this.#addSplit(row.values);
    else if (row.kind === 'dividend') this.#addDividend(row.values);
    else if (row.kind === 'volume') this.#addVolume(row.values);
    else if (row.kind === 'rename' || row.kind === 'settlement') this.#addChange(row);
    else if (row.kind === 'trader') this.#addTrader(row.values);
    else if (row.kind === 'mark') this.#addMark(row.values);
    else if (row.kind === 'prize') this.#awards.addPrize(row.values);
    else if (row.kind === 'decision') this.#awards.addDecision(row.values);
    else if (row.kind === 'award') this.#awards.addAward(row.values);
    else if (row.kind === 'standing') this.#addStanding(row.values);
    else this.#addRecord(row as RecordRow, text);
  }

  #addTerms(terms: LineOf<'terms'>): void {
    this.#hasTerms = true;
    this.#fixedRules = { ...this.#fixedRules, longOnly: terms.longOnly };
    this.#awards.setEligibility(terms);
  }

  #addGameTerms({ tickers, dayTrades }: LineOf<'game'>): void {
    this.#hasGameTerms = true;
    this.#fixedRules = { ...this.#fixedRules, tickers: tickers?.split(' ') ?? null, dayTrades };
  }

  #addVolumeShare({ percent }: LineOf<'volumeShare'>): void {
    const { rulesVersion, terms } = this.season;
    const isTwice = this.#fixedRules.maxVolume !== null;
    this.#fixedRules = { ...this.#fixedRules, maxVolume: percent };
    if (hasVolumes(rulesVersion) && hasDayVolume(terms.market) && percent >= 1 && percent <= 100 && !isTwice)
      return;
    this.#tellVolume(
      `${percent} %`,
      `A share of ${percent} % of the day's volume is none of the season's terms.`,
    );
  }

  #addVolume({ n, symbol, date, session, volume }: LineOf<'volume'>): void {
    const key = dayKey(symbol, Date.parse(date));
    if (this.#fixedRules.maxVolume === null || this.#volumes.has(key) || !(session < date) || volume < 0)
      this.#tellVolume(
        `${volume}`,
        `Volume ${n}, of ${symbol} for ${date}, is of a season without it, or wrong.`,
        symbol,
      );
    this.#volumes.set(key, inMicros(volume));
  }

  #tellVolume(is: string, sentence: string, symbol?: string): void {
    const place = { kind: 'line', id: 'volume' } as const;
    this.#tell({ step: 'fills', what: 'maxVolume', place, symbol, is, sentence });
  }

  #addSeed({ period, from, hash, seed }: LineOf<'seed'>): void {
    const bytes = Uint8Array.from(seed.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    const should = new Sha256().add(bytes).hex();
    if (should !== hash)
      this.#tell({
        step: 'seeds',
        what: 'seed',
        place: { kind: 'seed', id: `${period}` },
        is: hash.slice(0, 12),
        should: should.slice(0, 12),
        sentence: `The seed of period ${period} is not the one its hash was published of.`,
      });
    if (bytes.length === SEED_BYTES) this.#seeds.push({ effectiveFrom: from, seed: bytes });
    this.#did('seeds');
  }

  #addSplit({ trader, afterFill, before, since, after, ...split }: LineOf<'split'>): void {
    this.#splits.push({
      ...split,
      userId: trader,
      username: `trader ${trader}`,
      afterFill: BigInt(afterFill),
      quantityBefore: before,
      quantitySince: since,
      quantityAfter: after,
    });
  }

  #addDividend({ trader, perShare, afterFill, shares, cash, at, ...dividend }: LineOf<'dividend'>): void {
    const amount = readCents(cash);
    this.#dividends.push({
      ...dividend,
      userId: trader,
      username: `trader ${trader}`,
      perShare: readDividend(perShare),
      afterFill: BigInt(afterFill),
      quantity: readQuantity(shares),
      amount,
    });
    this.#blocks.addDividend(trader, at, amount);
    if (hasDividends(this.season.rulesVersion, this.season.terms.market)) return;
    this.#tell({
      step: 'fills',
      what: 'dividend',
      place: { kind: 'fill', id: `${afterFill}` },
      symbol: dividend.symbol,
      is: cash,
      sentence: `A dividend of ${dividend.symbol} stands in a season without dividends.`,
    });
  }

  #addChange(row: Extract<BundleRow, { kind: 'rename' | 'settlement' }>): void {
    const { n, at, firstFill } = row.values;
    const when = { n, at, firstFill: BigInt(firstFill) };
    if (row.kind === 'rename') {
      const { old: symbol, new: newSymbol } = row.values;
      this.#changes.push({ ...when, symbol, newSymbol, price: null, lastFill: null });
    } else {
      const { symbol, price, lastFill } = row.values;
      const settled = { symbol, newSymbol: null, price: readPrice(price), lastFill: BigInt(lastFill) };
      this.#changes.push({ ...when, ...settled });
    }
    if (hasSymbolChanges(this.season.rulesVersion, this.season.terms.market)) return;
    this.#tell({
      step: 'fills',
      what: 'symbol',
      place: { kind: 'fill', id: `${firstFill}` },
      sentence: `A ${row.kind} stands in a season without.`,
    });
  }

  #addTrader({ id, name, isAdmin }: LineOf<'trader'>): void {
    this.#traders.set(id, { username: name, isAdmin });
  }

  #addRecord(row: RecordRow, text: string): void {
    if (row.kind === 'link') {
      this.#addLink(read.readLink(row.values));
    } else if (row.kind === 'rules') {
      this.#block.rules.push(text);
      this.#addRule(read.readRule(row.values, this.#fixedRules));
    } else if (row.kind === 'event') {
      this.#block.events.push(text);
      this.#addEvent(read.readEvent(row.values));
    } else if (row.kind === 'salt') {
      this.#block.salts.push(text);
    } else {
      this.#block.fills.push(text);
      this.#addFill(read.readFill(row.values));
    }
  }

  #addRule(rule: { firstFill: bigint; rules: Rules }): void {
    // a fill in the range of these rules was already checked against earlier rules
    if (rule.firstFill <= this.#lastFill)
      this.#tell({
        step: 'bundle',
        what: 'line',
        place: { kind: 'fill', id: `${rule.firstFill}` },
        sentence: `The rules from fill ${rule.firstFill} on stand behind fill ${this.#lastFill}.`,
      });
    this.#coming.push(rule);
  }

  #addEvent(event: read.BundleEvent): void {
    const trader = this.#traders.get(event.trader);
    if (!trader) {
      this.#tell({
        step: 'fills',
        what: 'terms',
        place: { kind: 'event', id: `${event.id}` },
        symbol: event.terms.symbol,
        at: event.at,
        is: `${event.trader}`,
        sentence: `Order event ${event.id} is of trader ${event.trader}, who is not in the bundle.`,
      });
      return;
    }
    this.#known.orders.addEvent(event, trader.username);
    this.#blocks.addEvent(event, trader);
  }

  #addLink(link: ChainLink): void {
    this.#blocks.addLink(link);
    this.#chain.add(this.#block, link);
    this.#block = emptyBlock();
    const browserHead = this.#seenHeads.get(link.seq);
    if (browserHead?.[2] === link.head) this.#seenHeads.delete(link.seq);
    else if (browserHead) this.#tellSeen(browserHead, link.head);
    this.#did('chain');
  }

  #tellSeen([, seq, head, at]: SeenHead, is: string): void {
    this.#seenHeads.delete(seq);
    this.#tell({
      step: 'chain',
      what: 'seen',
      place: { kind: 'link', id: `${seq}` },
      at,
      is: is.slice(0, 12),
      should: head.slice(0, 12),
      sentence: `Link ${seq} of the chain had another head while the season ran: ${head}.`,
    });
  }

  #addFill(fill: read.BundleFill): void {
    const foundBefore = this.#found;
    this.#lastFill = fill.id;
    const { id, trader: userId, action, symbol, reason, filledAt, quoteAt } = fill;
    const trader = this.#traders.get(userId);
    const place = { kind: 'fill', id: `${id}` } as const;
    const username = trader?.username;
    const name = `Fill ${id} (${username}: ${action} ${fill.quantity} ${symbol} at ${fill.price})`;
    const row = { place, trader: username, name, symbol, source: fill.source, quoteAt, reason };
    checkSource(this.season.terms, row, this.#tell);
    this.#checkPrice(row, fill.price);
    const [ageMs, most] = [filledAt - quoteAt, this.season.terms.quoteMaxAgeMs];
    if (this.#known.tape && (ageMs < 0 || ageMs > most))
      this.#tell({
        step: 'prices',
        what: 'age',
        place,
        trader: username,
        symbol,
        at: quoteAt,
        is: `${ageMs}`,
        should: `${most}`,
        sentence: `${name} is at a price of ${iso(quoteAt)}, not of its own time.`,
      });
    this.#known.shareEvents.upTo(userId, id);
    while (this.#coming[0] && this.#coming[0].firstFill <= id) this.#rules = this.#coming.shift()!.rules;
    if (!trader) {
      this.#tell({
        step: 'fills',
        what: 'side',
        place,
        symbol,
        at: filledAt,
        is: `${userId}`,
        sentence: `Fill ${id} is of trader ${userId}, who is not in the bundle.`,
      });
      this.#did('fills', true);
      return;
    }
    const account = this.#accountOf(userId);
    if (this.#known.forcedCovers.isWrong({ ...fill, userId }, account))
      this.#tellForced(fill, name, username!);
    const replayed = replayOn(
      account,
      {
        symbol,
        action,
        price: readPrice(fill.price),
        reason: reason ?? 'order',
        isByHand: reason === null && fill.order === null,
        at: filledAt,
        pricedAt: quoteAt,
        quantity: readQuantity(fill.quantity),
        cash: readCents(fill.cash),
      },
      this.#rules,
      ({ what, is, should, sentence }) =>
        this.#tell({
          step: 'fills',
          what,
          place,
          trader: username,
          symbol,
          at: filledAt,
          is,
          should,
          sentence: `${name} ${sentence}.`,
        }),
    );
    if (replayed) this.#sawFill(fill, trader.username, replayed);
    this.#did('fills', this.#found > foundBefore);
    this.#blocks.addFill(fill, trader);
    this.#known.orders.addFill({
      fill,
      name,
      username: trader.username,
      open: replayed?.position.quantity ?? null,
    });
  }

  #tellForced({ id, symbol, action, quoteAt }: read.BundleFill, name: string, trader: string): void {
    const place = { kind: 'fill', id: `${id}` } as const;
    const sentence = `${name} is forced, and no margin called for it.`;
    this.#tell({ step: 'fills', what: 'forced', place, trader, symbol, at: quoteAt, is: action, sentence });
  }

  /** Returns the account of a trader, a new one at the first fill. */
  #accountOf(userId: number): Replayed {
    const { startCash, rulesVersion } = this.season;
    const account =
      this.#played.get(userId) ?? beginReplay(readCents(startCash), rulesVersion, this.#volumes);
    this.#played.set(userId, account);
    return account;
  }

  #sawFill(fill: read.BundleFill, username: string, replayed: Played): void {
    const { trader: userId, filledAt: at, reason } = fill;
    this.#known.shareEvents.saw({ ...fill, ...replayed, reason, userId, username, at });
  }

  #checkPrice(row: PricedRow, price: string): void {
    const { tape } = this.#known;
    if (!tape) {
      this.#foreign++;
      return;
    }
    const { name, place, trader, symbol, quoteAt } = row;
    const isKnown = quoteAt !== null && tape.has(symbol);
    if (!isKnown || !tape.isPriceAt(symbol, quoteAt, Number(readPrice(price)))) {
      const tick = isKnown ? tape.tickAt(symbol, quoteAt) : null;
      const should = tick ? writePrice(priceE4(BigInt(tick.price))) : '';
      this.#tell({
        step: 'prices',
        what: 'price',
        place,
        trader,
        symbol,
        at: quoteAt ?? undefined,
        is: price,
        should,
        sentence: `${name} should be at ${should || 'no price'}.`,
      });
    }
    this.#prices++;
    this.#did('prices');
  }

  #addMark({ symbol, price, quoteAt, source }: LineOf<'mark'>): void {
    const place = { kind: 'mark', id: symbol } as const;
    const name = `The last price of ${symbol}`;
    checkSource(this.season.terms, { place, name, symbol, source, quoteAt }, this.#tell);
    const row = { place, name: `${name}, ${price},`, symbol, source, quoteAt };
    this.#checkPrice(row, price);
    const { tape } = this.#known;
    if (tape && quoteAt !== null)
      checkLast(tape, { ...row, quoteAt }, this.season.endedAt.getTime(), this.#tell);
    this.#marks.set(symbol, readPrice(price));
  }

  #addStanding(standing: LineOf<'standing'>): void {
    const { row, trader: id } = standing;
    const trader = this.#traders.get(id);
    const fault = !trader
      ? `Row ${row} of the table is of trader ${id}, who is not in the bundle.`
      : trader.isAdmin
        ? `${trader.username} is an admin, and in row ${row} of the table.`
        : this.#standings.has(id)
          ? `Row ${row} of the table is of trader ${id}, who has one already.`
          : null;
    if (fault) this.#tellMissing('standing', trader?.username ?? `${id}`, fault);
    else this.#standings.set(id, standing);
    this.#did('places');
  }

  #tellMissing(kind: 'standing' | 'mark', id: string, sentence: string): void {
    this.#tell({ step: 'places', what: 'missing', place: { kind, id }, sentence });
  }

  #tellTerms(version: number): void {
    const sentence = this.#hasTerms
      ? `A bundle of version ${version} has no terms.`
      : 'The terms of the season are missing.';
    this.#tell({ step: 'bundle', what: 'line', place: { kind: 'line', id: '2' }, sentence });
  }

  #tellGameTerms(): void {
    const sentence = this.#isGame ? 'The terms of the game are missing.' : 'A season has no terms of a game.';
    this.#tell({ step: 'bundle', what: 'line', place: { kind: 'line', id: '3' }, sentence });
  }

  /** Runs the checks that need the whole record, and returns the counts. */
  close(): Verification {
    const { terms, startCash, rulesVersion } = this.season;
    if (this.#hasTerms !== hasChosenTerms(rulesVersion)) this.#tellTerms(rulesVersion);
    if (this.#hasGameTerms !== this.#isGame) this.#tellGameTerms();
    const { rules, fills, events, salts } = this.#block;
    const [first] = [...fills, ...events, ...rules, ...salts];
    if (first !== undefined) {
      const [kind, id] = JSON.parse(first) as [RecordRow['kind'], number];
      this.#tell({
        step: 'chain',
        what: 'link',
        place: { kind: kind === 'fill' || kind === 'event' ? kind : 'line', id: `${id}` },
        sentence: `${first} is in no link of the chain.`,
      });
    }
    this.#known.shareEvents.rest();
    const orders = this.#known.orders.close();
    const cash = writeCents(readCents(startCash));
    const accounts = [...this.#traders].map(([userId, trader]) => ({ userId, ...trader }));
    for (const { trader, row, cash: is } of this.#standings.values()) {
      const account = this.#played.get(trader);
      const should = account ? writeCents(account.cash) : cash;
      const { username } = this.#traders.get(trader)!;
      if (is !== should)
        this.#tell({
          step: 'places',
          what: 'cashLeft',
          place: { kind: 'standing', id: `${row}` },
          trader: username,
          is,
          should,
          sentence: `The account of ${username} has cash ${is}; it should be ${should}.`,
        });
      for (const symbol of account?.open.keys() ?? [])
        if (!this.#marks.has(symbol))
          this.#tellMissing('mark', symbol, `The last price of ${symbol} is missing.`);
    }
    const results = [...this.#standings.values()].map(({ trader, row, place, rank, isOut, ...rest }) => ({
      ...rest,
      userId: trader,
      username: this.#traders.get(trader)!.username,
      rowNumber: row,
      rank: rank as Rank,
      place: place ?? row,
      ranked: place !== null,
      disqualified: isOut ? '' : null,
    }));
    const standings = this.#isGame
      ? checkGameTable(
          this.season,
          accounts.filter(({ isAdmin }) => !isAdmin),
          results,
          ({ disqualified }) => disqualified !== null,
          this.#played,
          this.#marks,
          this.#tell,
        )
      : checkTable(this.season, accounts, results, this.#played, this.#marks, this.#tell);
    const nameOf = (id: number) => this.#traders.get(id)?.username ?? `trader ${id}`;
    const rows = [...this.#standings.values()];
    // the check of awards takes `isOut` for a disqualification; in a private game it only marks members who left
    const ofAwards = this.#isGame ? rows.map((row) => ({ ...row, isOut: false })) : rows;
    this.#awards.close(ofAwards, nameOf, this.season.prize, this.#played);
    for (const browserHead of this.#seenHeads.values()) this.#tellSeen(browserHead, '');
    const [prices, foreign, links] = [this.#prices, this.#foreign, this.#chain.links];
    return { market: terms.market, prices, foreign, standings, orders, links };
  }
}
