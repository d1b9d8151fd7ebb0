/** What proxies and monitoring ask. */
import { z } from 'zod';
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';

const Part = z.object({
  ok: z.boolean(),
  /** Time the answer took; of the board, the age of its table. */
  ms: z.number().optional(),
  says: z.string().optional(),
});
const Ready = z.object({
  status: z.enum(['ok', 'degraded', 'down', 'leaving']),
  checks: z.object({ database: Part, market: Part, bus: Part, board: Part, addresses: Part }),
});

export const operationEndpoints = {
  alive: {
    ...located(at.healthz),
    summary: 'Whether the process lives.',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
  },
  ready: {
    ...located(at.readyz),
    summary: 'Whether the process may be sent requests, and how the parts it stands on are; 503 if not.',
    access: 'public',
    answer: Ready,
    others: { 503: Ready },
  },
  metrics: {
    ...located(at.metrics),
    summary: "Numbers for monitoring in Prometheus' text form; 404 for those who may not read them.",
    access: 'public',
    media: ['text/plain'],
    errors: ['NOT_FOUND'],
  },
} as const satisfies EndpointTable;
