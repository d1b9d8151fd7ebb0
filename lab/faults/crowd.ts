/** Load from clients: idle sockets, stuck readers, endless headers, oversized frames, many requests. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from '#tests/helpers/client.ts';
import { asBrowser } from '#tests/helpers/socket.ts';
import { until } from '#tests/helpers/until.ts';
import { httpLoad } from '../bench/http-load.ts';
import { percentile, timesOf } from '../bench/report.ts';
import { ms } from '../cluster/findings.ts';
import { makeTraders } from '../cluster/load.ts';
import { Tab } from '../cluster/sockets.ts';
import type { Fault, Plant } from './plant.ts';

const HTTP_P99_MS = 100;
/** Most sockets of one trader; one more closes the oldest. */
const PER_TRADER = 20;
/** Most descriptors that may stay open afterwards, and the longest wait for the others to close, ms. */
const LEFT = 100;
const BACK_MS = 10_000;
/** Within STUCK_MS the server must close a socket that answers no ping. The fault waits at most MOST_STUCK_MS. */
const [STUCK_MS, MOST_STUCK_MS] = [90_000, 240_000];

const descriptors = ({ server }: Plant) => readdirSync(`/proc/${server.pid}/fd`).length;
const memory = ({ server }: Plant) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Times a light call 200 times, ms. */
const pageTimes = ({ server }: Plant): Promise<number[]> =>
  timesOf(200, async () => (await fetch(`${server.url}/api/competition-status`)).text());

const pageTime = async (plant: Plant) => percentile(await pageTimes(plant), 0.99);

/** Opens many idle sockets, then closes all. */
export const idleSockets: Fault = async (plant, findings, { sockets, soon }) => {
  const { server } = plant;
  const traders = await makeTraders(server.url, Math.ceil(sockets / PER_TRADER));
  await pageTime(plant);
  const [descriptorsBefore, least] = [descriptors(plant), memory(plant)];
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
  await until(() => descriptors(plant) <= descriptorsBefore + LEFT);
  const took = performance.now() - began;
  findings.add(
    'all of them gone: descriptors back within 100',
    `${descriptors(plant) - descriptorsBefore} left after ${ms(took)}`,
    soon(took, BACK_MS),
  );
};

/** As many tickers as one socket may watch. */
const TICKERS = ['AAPL', 'MSFT', 'TSLA', 'NVDA', 'KO', 'AMZN', 'GOOGL', 'META', 'JPM', 'XOM'];
/** Most bytes queued for a slow reader (services/realtime/socket.ts). */
const BACKLOG = 256 * 1024;
/** Most growth of the server's memory, in multiples of the queued bytes: its heap also grows while it serves pages. */
const MOST_GROWTH = 2;

/** Opens a socket that subscribes to ten tickers and reads nothing. @returns once it is open */
async function stuckReader({ server }: Plant, trader: Client): Promise<Bun.Socket> {
  const head = Object.entries(asBrowser(server.url, trader)).map(([name, value]) => `${name}: ${value}\r\n`);
  const upgrade = `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  return await new Promise((done, failed) => {
    const data = (socket: Bun.Socket, bytes: Buffer) => {
      if (!bytes.toString('latin1').startsWith('HTTP/1.1 101')) return failed(new Error('not let in'));
      for (const ticker of TICKERS) socket.write(textFrame(JSON.stringify({ action: 'subscribe', ticker })));
      socket.pause();
      done(socket);
    };
    const open = (socket: Bun.Socket) => void socket.write(`${upgrade}${key}${head.join('')}\r\n`);
    Bun.connect({ hostname: '127.0.0.1', port: server.port, socket: { open, data } }).catch(failed);
  });
}

/** Returns a client's WebSocket frame of a text below 126 bytes, masked with zeros. */
const textFrame = (text: string) =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

/** Opens many sockets that subscribe to prices and read none; the server must close each. */
export const stuckReaders: Fault = async (plant, findings, { readers, soon }) => {
  const { server } = plant;
  const traders = await makeTraders(server.url, 1 + Math.ceil(readers / PER_TRADER));
  const count = () => server.metric('paperpit_sockets');
  const tab = new Tab(server.url, traders[0]!);
  await until(() => tab.isOpen);
  const others = await count();
  await pageTime(plant);
  const least = memory(plant);
  const stuck: Bun.Socket[] = [];
  for (let n = 0; n < readers; n++)
    stuck.push(await stuckReader(plant, traders[1 + (n % (traders.length - 1))]!));
  const began = performance.now();
  const open = (await count()) - others;
  const times: number[] = [];
  let most = 0;
  while ((await count()) > others) {
    times.push(...(await pageTimes(plant)));
    most = Math.max(most, memory(plant) - least);
    if (performance.now() - began > MOST_STUCK_MS) break;
  }
  const [took, p99] = [performance.now() - began, percentile(times, 0.99)];
  const openSockets = (await count()) - others;
  for (const socket of stuck) socket.end();
  const isReading = tab.isOpen && tab.codes.length === 0;
  tab.close();
  findings.add(
    `${readers} readers of ten tickers that take nothing`,
    `${open} open, HTTP p99 ${ms(p99)}, ${mb(most)} more memory, ${openSockets} left after ${ms(took)}, ${isReading ? 'who reads is still there' : 'who reads was closed too'}`,
    open === readers &&
      soon(p99, HTTP_P99_MS) &&
      most <= readers * BACKLOG * MOST_GROWTH &&
      openSockets === 0 &&
      isReading &&
      soon(took, STUCK_MS),
  );
};

/** Sends headers byte by byte, and a frame larger than any message. */
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
  // To a client, the server's close may look like 1006.
  findings.add('a frame of 1 MB', `the socket is closed (${code})`, code === 1009 || code === 1006);
};

/** Sends very many requests over 16 connections. */
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
    // Right after its start, a server's memory grows anyway.
    grown < growth * early,
  );
};
