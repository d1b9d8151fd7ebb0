import { expect, test } from 'bun:test';
import type { SiteUser } from '../register.ts';
import { createSessionCache } from './session-cache.ts';

const ann: SiteUser = { id: 1, username: 'ann', isAdmin: false, locale: null };
const asking = (cookie?: string) =>
  new Request('http://localhost/', { headers: cookie ? { cookie } : undefined });

/** Creates a look-up of users that the test resolves. */
function held() {
  const open: ((user: SiteUser | null) => void)[] = [];
  const reads = createSessionCache(() => new Promise((answer) => open.push(answer)));
  return { open, reads };
}

test('requests with the same cookies share a look-up while it is under way, and only then', async () => {
  const { open, reads } = held();
  const both = [reads.read(asking('sid=a')), reads.read(asking('sid=a'))];
  const other = reads.read(asking('sid=b'));
  expect(open).toHaveLength(2);
  open[0]!(ann);
  open[1]!(null);
  expect(await Promise.all([...both, other])).toEqual([ann, ann, null]);
  void reads.read(asking('sid=a'));
  expect(open).toHaveLength(3);
});

test('nobody joins a look-up from before a change', async () => {
  const { open, reads } = held();
  const firstRead = reads.read(asking('sid=a'));
  reads.forget();
  const after = reads.read(asking('sid=a'));
  open[0]!(ann);
  open[1]!(null);
  expect(await Promise.all([firstRead, after])).toEqual([ann, null]);
});

test('without cookies nothing is looked up; a failed look-up is not kept', async () => {
  let tries = 0;
  const reads = createSessionCache(async () => {
    tries += 1;
    throw new Error('no database');
  });
  expect(await reads.read(asking())).toBeNull();
  await expect(reads.read(asking('sid=a'))).rejects.toThrow('no database');
  await expect(reads.read(asking('sid=a'))).rejects.toThrow('no database');
  expect(tries).toBe(2);
});

test('with a clock, what only reads is answered from memory for a second; what changes something never is', async () => {
  let now = 0;
  let looked = 0;
  const reads = createSessionCache(
    async () => {
      looked += 1;
      return ann;
    },
    () => now,
  );
  const posting = new Request('http://localhost/', { method: 'POST', headers: { cookie: 'sid=a' } });
  const ask = async (request: Request) => [await reads.read(request), looked];
  expect(await ask(asking('sid=a'))).toEqual([ann, 1]);
  expect(await ask(asking('sid=a'))).toEqual([ann, 1]);
  expect(await ask(posting)).toEqual([ann, 2]);
  now = 999;
  expect(await ask(asking('sid=a'))).toEqual([ann, 2]);
  now = 2_000;
  expect(await ask(asking('sid=a'))).toEqual([ann, 3]);
  reads.forget();
  expect(await ask(asking('sid=a'))).toEqual([ann, 4]);
});

test('what is kept does not grow with the cookies', async () => {
  const reads = createSessionCache(async () => ann, Date.now);
  const cookie = (i: number) => `sid=${i}; junk=${'x'.repeat(8000)}${i}`;
  await reads.read(asking(cookie(-1)));
  Bun.gc(true);
  const heapBefore = process.memoryUsage().heapUsed;
  for (let i = 0; i < 4000; i++) await reads.read(asking(cookie(i)));
  Bun.gc(true);
  // the cookies of all requests have 32 MB
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(8_000_000);
});
