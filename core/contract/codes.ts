import type { Endpoint } from '#framework/endpoint.ts';
import { REFUSALS, type RefusalCode } from '../refusals/refusals.ts';

/** Refusals any call may be answered with. */
const ANYWHERE: RefusalCode[] = ['BAD_REQUEST', 'WRONG_HOST', 'INTERNAL', 'UNAVAILABLE'];

/** All codes of an endpoint's refusals: its own, and those its access, limit and input bring with them. */
export function codesOf({
  method,
  access,
  limit,
  errors = [],
  ...input
}: Endpoint<RefusalCode>): RefusalCode[] {
  const takes = input.params !== undefined || input.query !== undefined || input.body !== undefined;
  return [
    ...errors,
    ...(access === 'public' ? [] : (['SIGNED_OUT'] as const)),
    // what keeps an account from acting
    ...(access === 'public' || method === 'GET'
      ? []
      : (['SUSPENDED', 'NEW_NAME_NEEDED', 'ACCOUNT_LEAVING'] as const)),
    ...(access === 'admin' ? (['FORBIDDEN'] as const) : []),
    ...(method === 'GET' ? [] : (['BAD_ORIGIN', 'BAD_JSON', 'TOO_LARGE', 'UNSUPPORTED_TYPE'] as const)),
    ...(takes || input.repeatable ? (['INVALID'] as const) : []),
    ...(input.repeatable ? (['IDEMPOTENCY_MISMATCH'] as const) : []),
    ...(limit ? (['TOO_MANY'] as const) : []),
    ...ANYWHERE,
  ];
}

/** The same by status, the lowest first. */
export function codesByStatus(endpoint: Endpoint<RefusalCode>): [status: number, codes: RefusalCode[]][] {
  const groups = Map.groupBy(new Set(codesOf(endpoint)), (code) => REFUSALS[code].status);
  return [...groups].sort(([a], [b]) => a - b);
}
