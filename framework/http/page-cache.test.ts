import { expect, test } from 'bun:test';
import { createLanguages } from '../locale/languages.ts';
import { createPageCache } from './page-cache.ts';

const asking = (url: string) => new Request(url);
const page = () => new Response('<!DOCTYPE html>', { headers: { 'content-type': 'text/html' } });

test('hosts nobody knows do not push out what is read', async () => {
  const languages = createLanguages({ all: ['en'], fallback: 'en', zone: 'UTC' });
  const cache = createPageCache({ languages, personalCookies: ['sid'] }, () => 0);
  await cache.keep(asking('https://site.example/pricing'), page());
  for (let i = 0; i < 1000; i++) await cache.keep(asking(`https://h${i}.example/pricing`), page());
  expect(cache.find(asking('https://site.example/pricing'))?.status).toBe(200);
  expect(cache.find(asking('https://site.example/pricing?tab=fundamentals'))).toBeNull();
});
