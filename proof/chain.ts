/** Checks the chain of a season: every row is the one its link commits to, and none was added or removed. */
import { readCents, writeCents } from '#core/money/money.ts';
import { add, type Cents, larger, subtract, sumOf } from '#core/money/units.ts';
import type { EventKind } from '#core/orders/order.ts';
import { type ChainLink, chainBeginning, hasSalts, linkText } from '#core/season/chain.ts';
import { isPublicSeason } from '#core/season/game.ts';
import type { RulesVersion } from '#core/season/terms.ts';
import { CLOCKS_MS } from '#core/trading/audit.ts';
import { Sha256 } from '#market/simulated/crypto.ts';
import { type Finding, iso, type Tell } from './difference.ts';
import type { BundleEvent, BundleFill } from './lines.ts';
import type { ProofSeason } from './terms.ts';

/**
 * A row may be dated up to this long before the previous link or after its own link, ms, because clocks differ and a
 * commit may wait.
 */
const LATE_MS = 60_000;
/** Order events that a trader causes: their time is the instant of the decision. */
const BY_HAND: readonly EventKind[] = ['placed', 'replaced', 'joined'];

export type ProofTrader = { username: string; isAdmin: boolean };

/** A trader's cash. `most`: the most cash since the last link. */
type Purse = { cash: Cents; most: Cents; held: Cents; filledAt: number };
type Row = Pick<Finding, 'place' | 'trader'> & { name: string; at: number };

const rowOf = (kind: 'fill' | 'event', id: bigint, trader: string, at: number): Row => ({
  place: { kind, id: `${id}` },
  trader,
  name: `${kind === 'fill' ? 'Fill' : 'Order event'} ${id} (${trader})`,
  at,
});

/**
 * Checks the times of rows. Checks at each link that a trader's orders together held no more cash than the trader had
 * since the previous link.
 */
export class BlockCheck {
  readonly #tell: Tell;
  readonly #startCash: Cents;
  readonly #startedAt: number;
  readonly #endedAt: number;
  readonly #isSimulated: boolean;
  /** False before version 3 of the rules, where the time of a link may be long after its rows were read. */
  readonly #isTimed: boolean;
  /** True for a public season, before and after which admins may trade. */
  readonly #isPublic: boolean;
  readonly #purses = new Map<number, Purse>();
  readonly #holds = new Map<string, Cents>();
  readonly #dividends = new Map<number, { at: number; cash: Cents }[]>();
  #decided: Row[] = [];
  #touched = new Map<number, string>();
  #linkedAt = Number.NEGATIVE_INFINITY;

  constructor({ number, rulesVersion, startCash, startedAt, endedAt, terms }: ProofSeason, tell: Tell) {
    this.#tell = tell;
    this.#startCash = readCents(startCash);
    this.#startedAt = startedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#endedAt = endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#isSimulated = terms?.market === 'simulated';
    this.#isTimed = rulesVersion >= 3;
    this.#isPublic = isPublicSeason(number);
  }

  /** Notes a dividend. @param at when it was applied, epoch ms */
  addDividend(trader: number, at: number, cash: Cents): void {
    this.#dividends.set(trader, [...(this.#dividends.get(trader) ?? []), { at, cash }]);
  }

  /**
   * Returns the most cash that the trader's dividends can have added by the time of a link, cents. No link lists a
   * dividend, so the rows around it are unknown: a dividend that pays counts as early as possible, a dividend that
   * charges as late as possible.
   * @param at time of the link, epoch ms
   */
  #dividendsBy(trader: number, at: number): Cents {
    const dividends = (this.#dividends.get(trader) ?? []).filter((dividend) =>
      dividend.cash > 0n ? dividend.at <= at + LATE_MS : dividend.at < this.#linkedAt - LATE_MS,
    );
    return sumOf(dividends, ({ cash }) => cash);
  }

  addFill({ id, trader, order, filledAt, cash }: BundleFill, { username, isAdmin }: ProofTrader): void {
    const row = rowOf('fill', id, username, filledAt);
    // admins may trade before and after a public season
    const mayTrade = isAdmin && this.#isPublic;
    if (!mayTrade && (filledAt < this.#startedAt - CLOCKS_MS || filledAt > this.#endedAt + CLOCKS_MS))
      this.#tellTime(row, this.#startedAt, this.#endedAt, 'when the season did not run');
    const purse = this.#purse(trader);
    if (this.#isSimulated && filledAt < purse.filledAt - CLOCKS_MS)
      this.#tellTime(row, purse.filledAt, null, 'before the fill before it');
    purse.filledAt = Math.max(purse.filledAt, filledAt);
    purse.cash = add(purse.cash, readCents(cash));
    purse.most = larger(purse.most, purse.cash);
    if (order === null) this.#decided.push(row);
    this.#touched.set(trader, username);
  }

  addEvent({ id, order, trader, kind, at, terms }: BundleEvent, { username }: ProofTrader): void {
    const purse = this.#purse(trader);
    const hold = readCents(terms.hold);
    purse.held = add(subtract(purse.held, this.#holds.get(order) ?? 0n), hold);
    if (terms.final_at === null) this.#holds.set(order, hold);
    else this.#holds.delete(order);
    if (this.#isSimulated && BY_HAND.includes(kind)) this.#decided.push(rowOf('event', id, username, at));
    this.#touched.set(trader, username);
  }

  /** Checks a link. @param at when the server read its rows, epoch ms */
  addLink({ seq, at }: Pick<ChainLink, 'seq' | 'at'>): void {
    const place = { kind: 'link', id: `${seq}` } as const;
    if ((this.#isTimed && at < this.#linkedAt) || at > this.#endedAt + CLOCKS_MS)
      this.#tell({
        step: 'chain',
        what: 'time',
        place,
        is: iso(at),
        should: `${time(this.#linkedAt)}–${time(this.#endedAt)}`,
        sentence: `A link of ${iso(at)} does not come after the one before, or comes after the end.`,
      });
    for (const row of this.#isTimed ? this.#decided : [])
      if (row.at < this.#linkedAt - LATE_MS || row.at > at + LATE_MS)
        this.#tellTime(row, this.#linkedAt, at, `and the link it is in of ${iso(at)}`);
    for (const [trader, username] of this.#touched) {
      const purse = this.#purse(trader);
      const most = larger(add(purse.most, this.#dividendsBy(trader, at)), 0n);
      const [is, should] = [writeCents(purse.held), writeCents(most)];
      if (purse.held > most)
        this.#tell({
          step: 'chain',
          what: 'hold',
          place,
          trader: username,
          is,
          should: `≤ ${should}`,
          sentence: `The orders of ${username} hold ${is}, and its account had ${should}.`,
        });
      purse.most = purse.cash;
    }
    this.#decided = [];
    this.#touched = new Map();
    this.#linkedAt = at;
  }

  /** @param rest the end of the sentence, after the time */
  #tellTime({ name, at, ...row }: Row, from: number, to: number | null, rest: string): void {
    this.#tell({
      step: 'chain',
      what: 'time',
      ...row,
      is: iso(at),
      should: to === null ? `≥ ${time(from)}` : `${time(from)}–${time(to)}`,
      sentence: `${name} is of ${iso(at)}, ${rest}.`,
    });
  }

  #purse(trader: number): Purse {
    let purse = this.#purses.get(trader);
    if (!purse) {
      const cash = this.#startCash;
      purse = { cash, most: cash, held: 0n, filledAt: Number.NEGATIVE_INFINITY };
      this.#purses.set(trader, purse);
    }
    return purse;
  }
}

const time = (ms: number) => (Number.isFinite(ms) ? iso(ms) : '');

/** The lines of a block, without their line breaks. */
export type BlockLines = Record<'rules' | 'fills' | 'events' | 'salts', readonly string[]>;
type ChainTell = (
  what: 'salt' | 'link' | 'rows' | 'head',
  is: string,
  should: string,
  sentence: string,
) => void;

/** Recomputes a chain, block by block. */
export class ChainCheck {
  readonly #tell: Tell;
  readonly #hasSalts: boolean;
  /** Numbers of links by their salt. */
  readonly #salts = new Map<string, number>();
  #head: string;
  links = 0;

  constructor({ number, rulesVersion }: { number: number; rulesVersion: RulesVersion }, tell: Tell) {
    this.#tell = tell;
    this.#hasSalts = hasSalts(rulesVersion);
    this.#head = new Sha256().add(chainBeginning(number)).hex();
  }

  /** Checks that a link follows from its rows and the previous link. */
  add({ rules, fills, events, salts }: BlockLines, link: ChainLink): void {
    const place = { kind: 'link', id: `${link.seq}` } as const;
    const tell: ChainTell = (what, is, should, sentence) =>
      this.#tell({ step: 'chain', what, place, at: link.at, is, should, sentence });
    this.links++;
    const name = nameOfLink(link);
    const { firstFill, lastFill, firstEvent, lastEvent } = link;
    const is = [link.seq, link.rules, firstFill, lastFill, firstEvent, lastEvent];
    const ids = [fills[0], fills.at(-1), events[0], events.at(-1)].map(idOf);
    const should = [this.links, rules.length, ...ids];
    if (is.join() !== should.join())
      tell('link', is.join(' '), should.join(' '), linkSentence(name, is, should));
    this.#checkSalt(name, link.seq, salts, tell);
    const hash = new Sha256();
    for (const lines of [rules, fills, events, salts]) for (const line of lines) hash.add(`${line}\n`);
    const rowsHash = hash.hex();
    if (rowsHash !== link.rowsHash)
      tell('rows', short(link.rowsHash), short(rowsHash), `${name} ${CHANGED}: one was changed.`);
    const head = new Sha256().add(linkText(this.#head, link)).hex();
    this.#head = link.head;
    if (head !== link.head)
      tell(
        'head',
        short(link.head),
        short(head),
        `${name} has head ${link.head}, which does not follow from what it says.`,
      );
  }

  /** Checks that a link has a new salt of 32 bytes, or none in a season without salts. */
  #checkSalt(name: string, seq: number, lines: readonly string[], tell: ChainTell): void {
    const count = this.#hasSalts ? 1 : 0;
    if (lines.length !== count) {
      const has = lines.length === 0 ? 'no salt' : lines.length === 1 ? 'a salt' : `${lines.length} salts`;
      const should = count === 0 ? 'no link of its season has one' : 'each link of its season has one';
      tell('salt', `${lines.length}`, `${count}`, `${name} has ${has}, and ${should}.`);
      return;
    }
    const [line] = lines;
    if (line === undefined) return;
    const [, of, salt] = JSON.parse(line) as [string, number, string];
    const twin = this.#salts.get(salt);
    if (of !== seq) tell('salt', `${of}`, `${seq}`, `${name} has the salt of link ${of}.`);
    else if (salt.length !== SALT_DIGITS)
      tell('salt', `${salt.length / 2}`, '32', `${name} has a salt of ${salt.length / 2} bytes, not of 32.`);
    else if (twin !== undefined)
      tell('salt', short(salt), '', `${name} has the salt that link ${twin} has, too.`);
    this.#salts.set(salt, seq);
  }
}

/** Length of a salt, hexadecimal digits. */
const SALT_DIGITS = 64;
const CHANGED = 'is not of the rows that are there';
const short = (hash: string) => hash.slice(0, 12);
const idOf = (line: string | undefined) =>
  line === undefined ? null : BigInt((JSON.parse(line) as [string, number])[1]);

/** Returns the sentence about a link whose number, count of rules, or first or last row is wrong. */
function linkSentence(
  name: string,
  is: readonly (number | bigint | null)[],
  should: readonly (number | bigint | null)[],
): string {
  if (is[0] !== should[0]) return `Link ${should[0]} of the chain is missing.`;
  const n = is.findIndex((id, at) => at > 1 && id !== should[at]);
  if (n < 0) return `${name} ${CHANGED}: one was changed.`;
  const [row, said, there] = [n < 4 ? 'fill' : 'order event', is[n]!, should[n]!];
  return there === null || (said !== null && said < there)
    ? `${name} ${CHANGED}: ${row} ${said} is missing.`
    : `${name} ${CHANGED}: ${row} ${there} is not one of its own.`;
}

const range = (kind: string, first: bigint | null, last: bigint | null) =>
  first === null ? [] : [first === last ? `${kind} ${first}` : `${kind}s ${first} to ${last}`];

function nameOfLink({ seq, firstFill, lastFill, firstEvent, lastEvent }: ChainLink): string {
  const rows = [...range('fill', firstFill, lastFill), ...range('order event', firstEvent, lastEvent)];
  return `Link ${seq} of the chain (${rows.join(', ') || 'rules'})`;
}
