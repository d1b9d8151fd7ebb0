/** The worker that proves a bundle. The page imports this module for its address; it runs in a worker only. */
import { type ProofInput, prove } from './proof/prove.ts';
import { Report } from './proof/report.ts';

/** The worker's address. */
export const WORKER_URL: string = import.meta.url;

if (typeof document === 'undefined')
  addEventListener('message', ({ data }: MessageEvent<ProofInput>) => {
    prove(data, new Report((state) => postMessage(state)));
  });
