/** The worker that proves a bundle, a file of its own (`workers` in site.config.ts). */
import { type ProofInput, prove } from './prove.ts';
import { Report } from './report.ts';

addEventListener('message', ({ data }: MessageEvent<ProofInput>) => {
  prove(data, new Report((state) => postMessage(state)));
});
