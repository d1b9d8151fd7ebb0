import type { Endpoint } from '#framework/endpoint.ts';
import type { ErrorCode } from './errors.ts';

/** Endpoints of one subject, by name. */
export type Table = Record<string, Endpoint<ErrorCode>>;
