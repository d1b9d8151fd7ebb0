import type { Endpoint } from '#framework/endpoint.ts';
import type { RefusalCode } from '../refusals/refusals.ts';

/** Endpoints of one subject, by name. */
export type EndpointTable = Record<string, Endpoint<RefusalCode>>;

type Located<A extends string> = A extends `${infer M extends Endpoint['method']} ${infer P}`
  ? { readonly method: M; readonly path: P }
  : never;

/** Method and path of one of addresses.ts. */
export function located<A extends string>(address: A): Located<A> {
  const [method, path] = address.split(' ');
  return { method, path } as Located<A>;
}
