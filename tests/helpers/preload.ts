/**
 * Runs before each test file. Only tests of browser code get a document: with one, the server would take itself for a
 * browser, and fetch and Response would be happy-dom's.
 */
import { setDefaultTimeout } from 'bun:test';
import { TEST_LIMIT_MS } from './until.ts';

setDefaultTimeout(TEST_LIMIT_MS);

if (/\/(?:islands|framework\/browser)\/.*\.test\.tsx?$|\.dom\.test\.tsx?$/.test(Bun.main))
  await import('./dom.ts');
