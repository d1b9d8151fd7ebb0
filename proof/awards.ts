/** Checks disqualifications and awards against the decisions in a bundle (docs/rules/14-season-bundle.md 24). */
import { CENT_DIGITS, readDecimal, writeDecimal } from '#core/money/money.ts';
import {
  applyDecision,
  DECISION_KINDS,
  type DecisionKind,
  dealPrizes,
  type Eligibility,
  faultOf,
  isEligible,
  noVerdict,
  type Verdict,
} from '#core/season/awards.ts';
import type { LineOf } from '#core/season/bundle-lines.ts';
import { hasChosenTerms, hasDecisions } from '#core/season/terms.ts';
import type { Replayed } from '#core/trading/audit.ts';
import type { Tell } from './difference.ts';
import type { ProofSeason } from './terms.ts';

type SeasonOver = Pick<ProofSeason, 'rulesVersion'> & { endedAt: Date };

type TableRow = Pick<LineOf<'standing'>, 'row' | 'trader' | 'place' | 'isOut'>;

const agorot = (text: string): bigint => readDecimal(text, CENT_DIGITS);

/** Collects the prizes, decisions and awards of a bundle, and checks them at the end. */
export class AwardCheck {
  readonly #season: SeasonOver;
  readonly #tell: Tell;
  readonly #amounts: bigint[] = [];
  readonly #awards = new Map<number, LineOf<'award'>>();
  #eligibility: Eligibility = { leastTrades: 0, leastDays: 0 };
  /** Traders whose prize a decision withholds for too little trading. */
  readonly #tooFew = new Set<number>();
  /** Traders whom a decision of the season's end disqualifies. */
  readonly #outAtEnd = new Set<number>();
  #verdict: Verdict = noVerdict();
  #newestAt = 0;

  constructor(season: SeasonOver, tell: Tell) {
    this.#season = season;
    this.#tell = tell;
  }

  setEligibility({ leastTrades, leastDays }: Eligibility): void {
    this.#eligibility = { leastTrades, leastDays };
  }

  addPrize({ place, amount }: LineOf<'prize'>): void {
    this.#demandVersion('prize', place);
    if (place !== this.#amounts.length + 1 || agorot(amount) <= 0n)
      this.#differs('prize', place, `The prize of place ${place} is out of order, or nothing.`, amount);
    this.#amounts.push(agorot(amount));
  }

  addDecision({ n, at, change, trader, place, amount }: LineOf<'decision'>): void {
    this.#demandVersion('decision', n);
    const isTooFew = change === 'too_few' && hasChosenTerms(this.#season.rulesVersion);
    const kind = isTooFew ? 'no_prize' : change;
    if (!DECISION_KINDS.includes(kind as DecisionKind) || (trader === null) !== (kind === 'confirm')) {
      this.#differs('decision', n, `Decision ${n}, ${change}, is of no known kind.`, change);
      return;
    }
    const isEarly = at < Math.max(this.#newestAt, this.#season.endedAt.getTime());
    if (isEarly) this.#differs('decision', n, `Decision ${n} is earlier than the one before it, or the end.`);
    this.#newestAt = at;
    const paid = place === null || amount === null ? null : { place, amount: agorot(amount) };
    const decision = { kind: kind as DecisionKind, userId: trader, paid };
    const fault = (kind === 'paid') !== (paid !== null) ? 'PRIZE_PAID' : faultOf(this.#verdict, decision);
    if (fault)
      this.#differs('decision', n, `Decision ${n}, ${kind}, cannot follow the others (${fault}).`, kind);
    else this.#verdict = applyDecision(this.#verdict, decision);
    const isAtEnd = at === this.#season.endedAt.getTime();
    if (kind === 'disqualify' && isAtEnd) this.#outAtEnd.add(trader!);
    if (!isTooFew) return;
    this.#tooFew.add(trader!);
    if (!isAtEnd) this.#differs('decision', n, `Decision ${n}, ${change}, is not of the end.`, change);
  }

  addAward(award: LineOf<'award'>): void {
    this.#demandVersion('award', award.trader);
    this.#awards.set(award.trader, award);
  }

  /**
   * Checks the disqualified rows, the sum of the prizes, the awards, and from version 6 of the rules on the `too_few`
   * decisions. Checks nothing under rules before version 5, which have no decisions.
   * @param standings the bundle's final table @param played the accounts after all fills
   */
  close(
    standings: Iterable<TableRow>,
    nameOf: (id: number) => string,
    pool: string,
    played: ReadonlyMap<number, Replayed>,
  ): void {
    if (!hasDecisions(this.#season.rulesVersion)) return;
    const rows = [...standings].sort((a, b) => a.row - b.row);
    if (hasChosenTerms(this.#season.rulesVersion)) this.#checkTooFew(rows, nameOf, played);
    for (const { row, trader, isOut } of rows)
      if (isOut !== this.#verdict.out.has(trader))
        this.#tell({
          step: 'places',
          what: 'decision',
          place: { kind: 'standing', id: `${row}` },
          trader: nameOf(trader),
          is: `${isOut}`,
          should: `${!isOut}`,
          sentence: `${nameOf(trader)} is ${isOut ? '' : 'not '}disqualified in the table, and by the decisions ${isOut ? 'not ' : ''}so.`,
        });
    const sum = this.#amounts.reduce((total, amount) => total + amount, 0n);
    if (this.#amounts.length > 0 && sum !== agorot(pool))
      this.#differs(
        'prize',
        1,
        'The prizes of the places are not the whole pool.',
        writeDecimal(sum, CENT_DIGITS),
        pool,
      );
    const placed = rows.flatMap(({ trader, place }) => (place === null ? [] : [{ userId: trader, place }]));
    const dealt = dealPrizes(this.#amounts, placed, this.#verdict).map(
      ({ userId, place, amount }) => [userId, `${place}: ${writeDecimal(amount, CENT_DIGITS)}`] as const,
    );
    const should = new Map(dealt);
    const written = new Map([...this.#awards].map(([id, { place, amount }]) => [id, `${place}: ${amount}`]));
    for (const id of new Set([...should.keys(), ...written.keys()]))
      if (should.get(id) !== written.get(id))
        this.#differs(
          'award',
          id,
          `The award of ${nameOf(id)} is ${written.get(id) ?? 'missing'}; it should be ${should.get(id) ?? 'none'}.`,
          written.get(id) ?? '',
          should.get(id) ?? '',
        );
  }

  /**
   * Checks the `too_few` decisions. In a season with prizes they must name exactly the traders who made trades, but too
   * few, or on too few days. For a trader disqualified at the end the decision is optional.
   */
  #checkTooFew(
    rows: readonly TableRow[],
    nameOf: (id: number) => string,
    played: ReadonlyMap<number, Replayed>,
  ): void {
    const hasPrizes = this.#amounts.length > 0;
    for (const { row, trader } of rows) {
      const { trades, tradeDays } = played.get(trader) ?? { trades: 0, tradeDays: new Map() };
      const fellShort = trades > 0 && !isEligible(this.#eligibility, trades, tradeDays.size);
      const isTooFew = this.#tooFew.has(trader);
      const should = hasPrizes && fellShort && (isTooFew || !this.#outAtEnd.has(trader));
      if (isTooFew !== should)
        this.#tell({
          step: 'places',
          what: 'decision',
          place: { kind: 'standing', id: `${row}` },
          trader: nameOf(trader),
          is: `${isTooFew}`,
          should: `${should}`,
          sentence: `${nameOf(trader)} made ${trades} trades on ${tradeDays.size} days, and the end should ${should ? '' : 'not '}have taken the prize away.`,
        });
    }
  }

  #demandVersion(kind: 'prize' | 'decision' | 'award', id: number): void {
    if (!hasDecisions(this.#season.rulesVersion))
      this.#differs(kind, id, `A bundle of version ${this.#season.rulesVersion} has no ${kind}.`);
  }

  #differs(kind: 'prize' | 'decision' | 'award', id: number, sentence: string, is = '', should = ''): void {
    const what = kind === 'decision' ? 'decision' : 'award';
    this.#tell({ step: 'places', what, place: { kind, id: `${id}` }, is, should, sentence });
  }
}
