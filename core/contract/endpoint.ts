/** An entry of the contract, and the refusals of a call. */
import type { Endpoint } from '#framework/endpoint.ts';
import { REFUSALS, type RefusalCode } from '../refusals/refusals.ts';

export type ApiEndpoint = Endpoint<RefusalCode>;
/** The calls of one subject, by name. */
export type EndpointTable = Record<string, ApiEndpoint>;

const ANYWHERE: RefusalCode[] = ['BAD_REQUEST', 'WRONG_HOST', 'INTERNAL', 'UNAVAILABLE'];

function codesOf({ method, access, limit, errors = [], ...input }: ApiEndpoint): RefusalCode[] {
  const isChange = method !== 'GET';
  const takesInput = input.params !== undefined || input.query !== undefined || input.body !== undefined;
  const codes: RefusalCode[] = [...errors];
  if (access !== 'public') codes.push('SIGNED_OUT');
  // a restricted account may still read
  if (access !== 'public' && isChange) codes.push('SUSPENDED', 'NEW_NAME_NEEDED', 'ACCOUNT_LEAVING');
  // with access `guest`, a guest may make the change only in practice
  if (access === 'member' || (access === 'guest' && isChange)) codes.push('KEEP_FIRST');
  if (access === 'admin' || access === 'staff') codes.push('FORBIDDEN', 'FACTOR_NEEDED');
  if (isChange) codes.push('BAD_ORIGIN', 'BAD_JSON', 'TOO_LARGE', 'UNSUPPORTED_TYPE');
  if (takesInput || input.repeatable || input.isExact) codes.push('INVALID');
  if (input.repeatable) codes.push('IDEMPOTENCY_MISMATCH');
  if (limit) codes.push('TOO_MANY');
  return [...codes, ...ANYWHERE];
}

/** Returns the codes of a call's refusals by HTTP status, the lowest status first. */
export function codesByStatus(endpoint: ApiEndpoint): [status: number, codes: RefusalCode[]][] {
  const groups = Map.groupBy(new Set(codesOf(endpoint)), (code) => REFUSALS[code].status);
  return [...groups].sort(([a], [b]) => a - b);
}
