/** What the scripts of the shop and of a profile weigh in a real browser. */
import { launchBrowser } from '#tests/helpers/browser.ts';
import { startServer } from '#tests/helpers/server.ts';
import type { Bench, Row } from '../report.ts';
import { SCRIPT_BYTES, scriptBytes } from './script-bytes.ts';

const PAGES = ['/shop', '/profile'];

export const weight: Bench = {
  name: 'weight',
  async run() {
    const server = await startServer();
    const browser = await launchBrowser();
    try {
      const reader = await server.register();
      const rows: Row[] = [];
      for (const path of PAGES) {
        const page = await browser.open();
        const cookies = [...reader.cookies].map(([name, value]) => ({ name, value, url: server.url }));
        await page.context().addCookies(cookies);
        await page.goto(server.url + path);
        const bytes = await scriptBytes(page);
        rows.push({
          name: `all scripts of ${path}, islands awake, brotli`,
          figure: `${(bytes / 1024).toFixed(1)} KB`,
          target: `at most ${SCRIPT_BYTES / 1024} KB`,
          met: bytes <= SCRIPT_BYTES,
        });
        await page.context().close();
      }
      return rows;
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
