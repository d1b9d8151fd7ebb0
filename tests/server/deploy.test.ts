/** The examples of deploy/, each checked by the tool it is for. */
import { expect, test } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTING_NAMES } from '#services/platform/settings.ts';
import { testFolder } from '../helpers/folder.ts';
import { runProgram } from '../helpers/program.ts';

const DEPLOY = join(import.meta.dir, '../../deploy');
const which = (name: string) => Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }) ?? '';
/** Defines a test of an example; it is skipped where its tool is not installed. */
const check = (name: string, tool: string, work: () => Promise<unknown>) =>
  test.skipIf(!which(tool))(
    which(tool) ? name : `${name} (skipped: ${tool} is not installed)`,
    async () => void (await work()),
  );

async function expectOk(command: string[], folder: string) {
  const program = runProgram(command, { HOME: folder }, { cwd: folder });
  expect([await program.ended, program.output()]).toEqual([0, expect.any(String)]);
}

test('what is for the operator is kept inside, with a slash at the end too', () => {
  const inside = /metrics|readyz|healthz/;
  for (const file of ['Caddyfile', 'nginx.conf', 'haproxy.cfg']) {
    const lines = readFileSync(join(DEPLOY, file), 'utf8').split('\n');
    const rule =
      lines.find((line) => /@inside path|location ~|deny status 404/.test(line) && inside.test(line)) ?? '';
    for (const name of ['metrics', 'readyz', 'healthz'])
      expect(rule.includes(`/${name} /${name}/`) || (rule.includes(name) && rule.includes(')/?$'))).toBe(
        true,
      );
  }
});

test('HAProxy, which compares paths as they come, takes none with dots that the server would resolve', () => {
  const rule = readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8')
    .split('\n')
    .find((line) => line.includes('deny status 400'));
  for (const part of ['-m sub /./ /../', '-m end /. /..']) expect(rule).toContain(part);
});

check('Caddyfile', 'caddy', async () => {
  const file = join(DEPLOY, 'Caddyfile');
  await expectOk([which('caddy'), 'validate', '--adapter', 'caddyfile', '--config', file], testFolder());
});

check('nginx.conf', 'nginx', async () => {
  const folder = testFolder();
  const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-days', '1'];
  await expectOk([which('openssl'), ...key, '-keyout', 'privkey.pem', '-out', 'fullchain.pem'], folder);
  const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
    .replaceAll('/etc/letsencrypt/live/paperpit.example', folder)
    .replace('listen 443', 'listen 127.0.0.1:20443');
  const file = join(folder, 'whole.conf');
  writeFileSync(
    file,
    `pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off;\n${site}\n}\n`,
  );
  mkdirSync(join(folder, 'logs'));
  await expectOk([which('nginx'), '-t', '-p', folder, '-c', file], folder);
});

check('haproxy.cfg', 'haproxy', async () => {
  const folder = testFolder();
  const key = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-days', '1'];
  await expectOk([which('openssl'), ...key, '-keyout', 'key.pem', '-out', 'chain.pem'], folder);
  const pem = join(folder, 'paperpit.pem');
  writeFileSync(
    pem,
    ['chain.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8')).join(''),
  );
  const file = join(folder, 'haproxy.cfg');
  const text = readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8');
  writeFileSync(file, text.replace('/etc/haproxy/paperpit.pem', pem));
  await expectOk([which('haproxy'), '-c', '-f', file], folder);
});

check('paperpit.service', 'systemd-analyze', async () => {
  const folder = testFolder();
  const unit = readFileSync(join(DEPLOY, 'paperpit.service'), 'utf8').replace(
    '/usr/local/bin/paperpit',
    '/bin/true',
  );
  const file = join(folder, 'paperpit.service');
  writeFileSync(file, unit.replace('User=paperpit', 'User=root'));
  await expectOk([which('systemd-analyze'), 'verify', file], folder);
});

test('compose.yaml is YAML, and sets nothing that does not exist', () => {
  const file = Bun.YAML.parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  expect(Object.keys(file.services)).toEqual(['paperpit', 'postgres', 'valkey']);
  const names = Object.keys(file.services.paperpit!.environment!);
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
});
