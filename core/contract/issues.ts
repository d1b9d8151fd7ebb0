/** What can be wrong with a field of a request: codes with the parameters of their wordings in `errors.json`. */
import { z } from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { ParamName, Params, ParamsOf } from './params.ts';

export const ISSUES = {
  request: [],
  missing: ['name'],
  invalid: ['name'],
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
  dateLong: ['length'],
  dateBad: [],
  editEmpty: [],
  nameTrader: [],
  giveReason: [],
  prizeForm: [],
  prizeLong: [],
  timeOver: [],
  endBeforeStart: [],
  startBeforeEnd: [],
  startNeedsEnd: [],
  minPriceRule: [],
  maxShareRule: [],
  minHoldRule: [],
  hideOpenRule: [],
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
  nameMismatch: [],
  reportReason: [],
  measureRule: [],
  testCode: [],
} as const satisfies Record<string, readonly ParamName[]>;

type Table = typeof ISSUES;
/** A field's own codes, or that of a refusal which has no parameters. */
export type IssueCode = keyof Table | Extract<ErrorCode, 'USERNAME_TAKEN'>;
type NamesOf<C extends IssueCode> = C extends keyof Table ? Table[C][number] : never;

/** An issue of the field at `path`. */
export type Issue = { path: string; code: IssueCode; params?: Params };

/** What a schema says in place of a sentence: zod hands it on as the issue's `message`. */
export const issue = <C extends IssueCode>(code: C): C => code;

export function issueAt<C extends IssueCode>(
  path: string,
  code: C,
  ...[params]: [NamesOf<C>] extends [never] ? [] : [ParamsOf<NamesOf<C>>]
): Issue {
  return { path, code, ...(params && { params }) };
}

/** An issue as zod gives it, with what it may know of the check that failed. */
type SchemaIssue = {
  path?: readonly unknown[];
  message?: string;
  maximum?: number | bigint;
  values?: readonly unknown[];
  params?: Params;
};

/** An issue of a schema (zod's); its parameters are those of its code that the schema knows. */
export function issueOf(found: unknown): Issue {
  const { path: steps = [], message = '', maximum, values, params } = found as SchemaIssue;
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

// Codes for issues to which a schema gives none.
z.config({
  localeError({ path, input }) {
    if (!path?.length) return issue('request');
    return input === undefined ? issue('missing') : issue('invalid');
  },
});
