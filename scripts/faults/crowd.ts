/** Too many, too slow and too much: sockets that say nothing, headers that never end, frames that are too large. */
import { readdirSync, readFileSync } from 'node:fs';
import { asBrowser } from '#tests/helpers/socket.ts';
import { until } from '#tests/helpers/until.ts';
import { httpLoad } from '../bench/http-load.ts';
import { makeTraders } from '../cluster/load.ts';
import { ms } from '../cluster/table.ts';
import type { Fault, Plant } from './plant.ts';

const HTTP_P99_MS = 100;
/** Sockets of one trader: beyond that the oldest gives way. */
const PER_TRADER = 20;
/** Descriptors that may be left of many, and how soon. */
const LEFT = 100;
const BACK_MS = 10_000;

const descriptors = ({ server }: Plant) => readdirSync(`/proc/${server.pid}/fd`).length;
const memory = ({ server }: Plant) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** How long a page takes, its slowest hundredth, ms. */
async function pageTime({ server }: Plant, count = 200): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    await (await fetch(`${server.url}/api/competition-status`)).text();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count * 0.99)]!;
}

/** Many sockets are open and say nothing; then all are gone. */
export const idleSockets: Fault = async (plant, findings, { sockets, soon }) => {
  const { server } = plant;
  const traders = await makeTraders(server.url, Math.ceil(sockets / PER_TRADER));
  await pageTime(plant);
  const [before, least] = [descriptors(plant), memory(plant)];
  const open: WebSocket[] = [];
  for (let n = 0; n < sockets; n++) {
    const headers = asBrowser(server.url, traders[n % traders.length]!);
    open.push(new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers } as unknown as string[]));
    if (n % 200 === 199)
      await until(() => open.every(({ readyState }) => readyState !== WebSocket.CONNECTING));
  }
  await until(() => open.every(({ readyState }) => readyState !== WebSocket.CONNECTING));
  const count = open.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  const [p99, each] = [await pageTime(plant), Math.max(0, memory(plant) - least) / Math.max(1, count)];
  const outcome = `${count} open, ${(each / 1024).toFixed(1)} KB each, HTTP p99 ${ms(p99)}`;
  findings.add(`${sockets} idle sockets`, outcome, count === sockets && soon(p99, HTTP_P99_MS));
  for (const socket of open) socket.close();
  const began = performance.now();
  await until(() => descriptors(plant) <= before + LEFT);
  const took = performance.now() - began;
  findings.add(
    'all of them gone: descriptors back within 100',
    `${descriptors(plant) - before} left after ${ms(took)}`,
    soon(took, BACK_MS),
  );
};

/** Connections that send a header byte by byte, and frames no message is as large as. */
export const slowAndLarge: Fault = async (plant, findings, { sockets, soon }) => {
  const { server } = plant;
  const count = Math.min(500, sockets);
  const slow = await Promise.all(
    Array.from({ length: count }, () =>
      Bun.connect({ hostname: '127.0.0.1', port: server.port, socket: { data() {} } }),
    ),
  );
  const timer = setInterval(() => {
    for (const socket of slow) socket.write('x');
  }, 200);
  for (const socket of slow) socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  const p99 = await pageTime(plant);
  clearInterval(timer);
  for (const socket of slow) socket.end();
  findings.add(`${count} headers that never end`, `HTTP p99 ${ms(p99)}`, soon(p99, HTTP_P99_MS));

  const [one] = await makeTraders(server.url, 1);
  const headers = asBrowser(server.url, one!);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers } as unknown as string[]);
  const code = await new Promise<number>((done) => {
    socket.onopen = () => socket.send('x'.repeat(1_000_000));
    socket.onclose = (event) => done(event.code);
  });
  // the server hangs up, which a client may see as 1006
  findings.add('a frame of 1 MB', `the socket is closed (${code})`, code === 1009 || code === 1006);
};

/** Very many requests, one after the other. */
export const manyRequests: Fault = async (plant, findings, { requests, growth }) => {
  const path = `${plant.server.url}/api/competition-status`;
  let done = 0;
  let early = 0;
  while (done < requests) {
    done += (await httpLoad(path, { connections: 16, seconds: 1 })).requests;
    if (early === 0 && done > requests / 10) early = memory(plant);
  }
  const grown = memory(plant) - early;
  findings.add(
    `${done} requests: memory at a tenth and at the end`,
    `${mb(early)}, ${mb(early + grown)}`,
    // a server that has just started still grows into its work
    grown < growth * early,
  );
};
