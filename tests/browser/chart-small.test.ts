/** The chart where there is little room: a small phone, one that lies, a page at twice its size. */
import { expect, test } from 'bun:test';
import { chartSite, live } from '../helpers/chart.ts';
import { until } from '../helpers/until.ts';

const site = chartSite();

test.each([
  [320, 640],
  [640, 400],
  [568, 320],
  [740, 360],
])(
  '%d by %d: at least 220 pixels of the chart are seen at once, and nothing runs out at the side',
  async (width, height) => {
    const page = await site.trader({ viewport: { width, height }, isMobile: true, hasTouch: true });
    await page.goto(`${site.server.url}/chart`);
    await live(page);
    // rows of the chart that nothing lies over, scrolled to where most of it is seen
    const seen = () =>
      page.evaluate(() => {
        const area = document.querySelector('.chart-area')!;
        let most = 0;
        for (let y = 0; y < document.documentElement.scrollHeight; y += 20) {
          scrollTo(0, y);
          let rows = 0;
          for (let row = 0; row < innerHeight; row++) {
            // between the corner's texts and the price axis
            const top = document.elementFromPoint(innerWidth * 0.7, row);
            if (top && area.contains(top)) rows++;
          }
          most = Math.max(most, rows);
        }
        return most;
      });
    const most = await until(seen, (rows) => rows > 0);
    expect(most).toBeGreaterThanOrEqual(220);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(page.problems).toEqual([]);
  },
  60_000,
);

test.each([320, 360])(
  '%d wide: the price stands beside a long name, clear of the settings',
  async (width) => {
    const page = await site.trader({ viewport: { width, height: 740 }, isMobile: true, hasTouch: true });
    await page.goto(`${site.server.url}/chart?symbol=NVDA`);
    await live(page);
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    const name = await boxOf('.chart-company');
    const price = await boxOf('.chart-company + div');
    const settings = await boxOf('.chart-area summary');
    expect(price.y).toBeLessThan(name.y + name.height);
    expect(price.x).toBeGreaterThanOrEqual(name.x + name.width);
    expect(price.x + price.width).toBeLessThanOrEqual(settings.x);
  },
);
