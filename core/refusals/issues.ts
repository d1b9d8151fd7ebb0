/**
 * Issues: the faults of a request's fields. Each has a code and the parameters of its text, which is in `errors.json`.
 */
import { z } from 'zod/mini';
import type { ParamName, Params, ParamsOf } from './params.ts';

export const ISSUES = {
  request: [],
  missing: ['name'],
  invalid: ['name'],
  unknownField: ['names'],
  mustBeText: ['field'],
  tooLong: ['field'],
  usernameRule: [],
  usernameReserved: [],
  usernameMissing: [],
  passwordMissing: [],
  codeMissing: [],
  passwordShort: ['length'],
  passwordLong: ['length'],
  passwordCommon: [],
  discordFlag: [],
  userId: [],
  language: [],
  pageReaders: [],
  active: [],
  dateBad: [],
  dateSkipped: [],
  editEmpty: [],
  nameTrader: [],
  giveReason: [],
  noteMissing: [],
  prizeForm: [],
  prizeLong: [],
  splitForm: [],
  splitSum: [],
  reviewRule: [],
  startCashRule: [],
  leastTradesRule: [],
  leastDaysRule: [],
  legalName: [],
  prizeContact: [],
  adultOnly: [],
  timeOver: [],
  endBeforeStart: [],
  startBeforeEnd: [],
  startNeedsEnd: [],
  minPriceRule: [],
  maxShareRule: [],
  maxVolumeRule: [],
  maxVolumeMarket: [],
  minHoldRule: [],
  entryDaysRule: [],
  frozenHoursRule: [],
  entryTwice: [],
  entryBeforeStart: [],
  entryAfterEnd: [],
  hideOpenRule: [],
  longOnlyRule: [],
  nameTicker: [],
  interval: ['names'],
  fromTo: [],
  dateLike: ['name'],
  number: ['name'],
  doubtfulNumber: ['whole', 'fraction'],
  quantityRule: [],
  amountRule: [],
  priceRule: [],
  closeAll: [],
  positionRule: [],
  eitherOr: [],
  neither: [],
  reverseWith: [],
  underACent: [],
  trailAmountRule: [],
  trailPercentRule: [],
  eitherTrail: [],
  typeHas: ['orderType'],
  typeHasNot: ['orderType'],
  bracketOpens: [],
  targetPrice: [],
  stopPriceOrTrail: [],
  atOnce: [],
  trailingCloses: [],
  amountOpens: [],
  expiryRule: [],
  noSuchTerm: [],
  keyRule: ['length'],
  whichItem: [],
  itemTypeRule: ['names'],
  recordingMissing: [],
  heldOnRule: [],
  audienceRule: [],
  webAddress: [],
  mostCharacters: ['length'],
  mostCharactersFull: ['length'],
  charactersRefused: [],
  firstName: [],
  lastName: [],
  email: [],
  phone: [],
  subject: [],
  message: [],
  purposeRule: [],
  messageStates: [],
  replyMissing: [],
  assigneeRule: [],
  spamRule: [],
  chooseMessages: [],
  chooseRequests: [],
  savedLabelMissing: [],
  nameMismatch: [],
  reportReason: [],
  measureRule: [],
  labelMissing: [],
  roleRule: [],
  topicRule: [],
  announcementMissing: [],
  kindRule: [],
  wholeNumber: ['most'],
  leagueNameRule: [],
  joiningRule: [],
  leagueAction: [],
  prizeFixed: [],
  leagueKindRule: [],
  gameStartRule: [],
  gameEndRule: [],
  tickersRule: ['most'],
  tickersUnknown: ['names'],
  positionViewRule: [],
  sectorsRule: ['most'],
  sectorsEmpty: ['sectors'],
  sectorsOrTickers: [],
  dayTradesRule: ['most'],
  fixedOnceJoined: [],
  fixedOnceStarted: [],
  fixedOnceTraded: [],
  fixedWhileOrdersWait: [],
  onlyLater: [],
  onlyMorePrivate: [],
  testCode: [],
} as const satisfies Record<string, readonly ParamName[]>;

type Table = typeof ISSUES;
/** A code of the table, or USERNAME_TAKEN, the one refusal that is also the issue of a field. */
export type IssueCode = keyof Table | 'USERNAME_TAKEN';
type NamesOf<C extends IssueCode> = C extends keyof Table ? Table[C][number] : never;

/** The issue of the field at `path` (`stopLoss.stopPrice`). */
export type Issue = { path: string; code: IssueCode; params?: Params };

/** Returns `code`; the compiler checks that the table has the code. A schema takes the code as its error message. */
export const issue = <C extends IssueCode>(code: C): C => code;

/** Returns the issue of the field at `path`, with the parameters of its code. */
export function issueAt<C extends IssueCode>(
  path: string,
  code: C,
  ...[params]: [NamesOf<C>] extends [never] ? [] : [ParamsOf<NamesOf<C>>]
): Issue {
  return { path, code, ...(params && { params }) };
}

type SchemaIssue = {
  path?: readonly unknown[];
  message?: string;
  maximum?: number | bigint;
  values?: readonly unknown[];
  params?: Params;
};

/** Converts an issue of zod. @param schemaIssue an entry of `error.issues` */
export function issueOf(schemaIssue: unknown): Issue {
  const { path: steps = [], message = '', maximum, values, params } = schemaIssue as SchemaIssue;
  const path = steps.join('.');
  const code = message in ISSUES ? (message as keyof Table) : 'request';
  const facts: Params = {
    name: path,
    field: path,
    ...(maximum !== undefined && { length: Number(maximum) }),
    ...(values && { names: values.map(String) }),
    ...params,
  };
  const names: readonly ParamName[] = ISSUES[code];
  if (names.length === 0) return { path, code };
  return { path, code, params: Object.fromEntries(names.map((name) => [name, facts[name]])) };
}

// Codes for issues whose schema names no code.
z.config({
  localeError({ path, input }) {
    if (!path?.length) return issue('request');
    return input === undefined ? issue('missing') : issue('invalid');
  },
});
