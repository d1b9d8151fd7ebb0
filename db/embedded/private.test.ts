import { afterEach, expect, test } from 'bun:test';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPrivateLog, privateFolder, writeWhole } from './private.ts';
import { shortenLog } from './server.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paperpit-private-'));
  folders.push(folder);
  return folder;
}

/** Only root can give new files to another account. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
const owner = account?.uid ?? Number(process.getuid?.());
const rightsOf = (path: string) => {
  const { uid, gid, mode } = statSync(path);
  return { uid, gid, mode };
};

test('a folder is created for its account alone, and an existing one is accepted', () => {
  const path = join(temporaryFolder(), 'sockets');
  for (let n = 0; n < 2; n++) {
    privateFolder(path, account);
    expect(rightsOf(path)).toMatchObject({ uid: owner, mode: 0o40700 });
  }
});

test('a link in place of a folder is refused, and its target keeps owner and mode', () => {
  const folder = temporaryFolder();
  const target = join(folder, 'target');
  mkdirSync(target);
  chmodSync(target, 0o755);
  const originalRights = rightsOf(target);
  const link = join(folder, 'sockets');
  symlinkSync(target, link);
  expect(() => privateFolder(link, account)).toThrow('is a link');
  expect(rightsOf(target)).toEqual(originalRights);
});

test('a file in place of a folder is refused', () => {
  const file = join(temporaryFolder(), 'sockets');
  writeFileSync(file, 'mine');
  expect(() => privateFolder(file, account)).toThrow('not what it should be');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a log is readable by its account alone; links and hard links are refused', () => {
  const folder = temporaryFolder();
  const log = join(folder, 'postgres.log');
  closeSync(openPrivateLog(log, account));
  expect(rightsOf(log)).toMatchObject({ uid: owner, mode: 0o100600 });

  const target = join(folder, 'target');
  writeFileSync(target, 'mine');
  const originalRights = rightsOf(target);
  symlinkSync(target, join(folder, 'link'));
  linkSync(target, join(folder, 'second'));
  for (const name of ['link', 'second']) {
    expect(() => openPrivateLog(join(folder, name), account)).toThrow(name);
    expect(rightsOf(target)).toEqual(originalRights);
  }
});

test('a log above its limit is rotated', () => {
  const home = temporaryFolder();
  const log = join(home, 'postgres.log');
  const place = { root: home, home, data: join(home, 'postgres'), log, account };
  writeFileSync(log, 'x'.repeat(100));
  shortenLog(place, 100);
  expect(existsSync(`${log}.1`)).toBe(false);
  for (const text of ['y'.repeat(200), 'z'.repeat(300)]) {
    writeFileSync(log, text);
    shortenLog(place, 100);
    expect(readFileSync(log, 'utf8')).toBe('');
    expect(readFileSync(`${log}.1`, 'utf8')).toBe(text);
    expect(rightsOf(`${log}.1`)).toMatchObject({ uid: owner, mode: 0o100600 });
  }
});

test('a file is written atomically, and a link in its place is replaced, not followed', () => {
  const folder = temporaryFolder();
  const target = join(folder, 'target');
  writeFileSync(target, 'mine');
  const link = join(folder, 'where');
  symlinkSync(target, link);
  writeWhole(link, 'new', 0o600, account);
  expect(readFileSync(target, 'utf8')).toBe('mine');
  expect(lstatSync(link).isSymbolicLink()).toBe(false);
  expect([readFileSync(link, 'utf8'), rightsOf(link).uid]).toEqual(['new', owner]);
});
