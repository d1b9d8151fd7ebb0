/** The thread in which a bundle is proved: this module is fetched by the page for its address, and begins in a worker only. */
import { type ProofInput, prove } from './proof/prove.ts';
import { Report } from './proof/report.ts';

/** Where the worker begins. */
export const WORKER_URL: string = import.meta.url;

if (typeof document === 'undefined')
  addEventListener('message', ({ data }: MessageEvent<ProofInput>) => {
    prove(data, new Report((state) => postMessage(state)));
  });
