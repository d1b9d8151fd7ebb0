/** The contact forms as a person fills them in: before they wake, awake, and with refusals of the server. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  launchBrowser,
  signIn,
  type TestBrowser,
  type TestPage,
  withoutResponse,
} from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let browser: TestBrowser;
let server: TestServer;
let trader: Client;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const SENTENCES = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Invalid email address',
  phone: 'Phone number is required',
  message: 'Message is required',
};
const VALUES = {
  firstName: 'Noa',
  lastName: 'Bareket',
  email: 'noa@mail.example',
  phone: '050-000-0000',
  message: 'Hello',
};

async function open(path: string, options: { javaScriptEnabled?: boolean } = {}): Promise<TestPage> {
  const page = await browser.open(options);
  if (path === '/contact') {
    await signIn(page, trader);
  }
  await page.goto(server.url + path);
  return page;
}
const send = (page: TestPage) => page.getByRole('button', { name: 'Send Message' }).click();
async function fill(page: TestPage): Promise<void> {
  for (const [name, value] of Object.entries(VALUES)) await page.locator(`[name=${name}]`).fill(value);
}
/** Returns the texts of the issues by field. */
const complaints = (page: TestPage) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[id^=issue-]')].map((p) => [p.id.slice(6), p.textContent]),
    ),
  );
const awake = (page: TestPage) =>
  page.locator('is-land[data-island=ContactForm][data-island-status=awake]').waitFor({ state: 'attached' });
const stored = () => server.sql<{ name: string; subject: string; purpose: string }[]>`
  select name, subject, purpose from contact_messages order by id desc limit 1`;

test('nothing is fetched until the form is touched', async () => {
  const page = await browser.open();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(`${server.url}/public-contact`, { waitUntil: 'networkidle' });
  expect(scripts).toEqual([]);
  await page.getByLabel('First name').focus();
  await awake(page);
  expect(scripts.length).toBeGreaterThan(0);
  expect(page.problems).toEqual([]);
  await page.context().close();
});

for (const javaScriptEnabled of [true, false]) {
  test.each(['/contact', '/public-contact'])(`%s, javaScriptEnabled: ${javaScriptEnabled}`, async (path) => {
    trader = await server.register();
    const page = await open(path, { javaScriptEnabled });
    const posts: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && javaScriptEnabled) posts.push(request.postDataJSON());
    });
    expect(await page.locator('[name=subject]:checked').inputValue()).toBe('General Inquiry');
    // typed before the form wakes, and still there afterwards
    await page.locator('[name=lastName]').fill(' ');
    if (javaScriptEnabled) await awake(page);
    await send(page);
    await page.locator('#issue-firstName').waitFor();
    expect(await complaints(page)).toEqual(SENTENCES);
    if (javaScriptEnabled) {
      expect(posts).toEqual([]);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstName');
    }

    await fill(page);
    await page.locator('[name=subject][value=Other]').check();
    await send(page);
    await page.getByText('Message Sent').waitFor();
    await page.getByRole('status').getByText("We'll get back to you as soon as possible.").waitFor();
    expect(await complaints(page)).toEqual({});
    for (const [name, value] of Object.entries(VALUES)) {
      // the next message of a member begins with the same sender
      const expected = path === '/contact' && name !== 'message' ? value : '';
      await page.waitForFunction(
        ([n, v]) => document.querySelector<HTMLInputElement>(`[name=${n}]`)?.value === v,
        [name, expected],
      );
    }
    expect(await page.locator('[name=subject]:checked').inputValue()).toBe('General Inquiry');
    const purpose = path === '/contact' ? 'member' : 'public';
    expect([...(await stored())]).toEqual([{ name: 'Noa Bareket', subject: 'Other', purpose }]);
    if (javaScriptEnabled) {
      const { firstName, lastName, ...rest } = VALUES;
      const whose = path === '/contact' ? { userId: trader.userId } : { purpose: 'public' };
      expect(posts).toEqual([{ name: `${firstName} ${lastName}`, ...rest, subject: 'Other', ...whose }]);
    }
    expect(page.problems).toEqual([]);
    await page.context().close();
  });
}

test('Sending... while it is on its way, once; a failure keeps everything typed', async () => {
  const page = await open('/public-contact');
  const held = Promise.withResolvers<void>();
  let posts = 0;
  await page.route('**/api/contact', async (route) => {
    posts++;
    await held.promise;
    await route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"x"}' });
  });
  await fill(page);
  await awake(page);
  await send(page);
  const pending = page.getByRole('button', { name: 'Sending...' });
  await pending.waitFor();
  expect(await pending.isDisabled()).toBe(true);
  await page.locator('[name=phone]').press('Enter');
  held.resolve();
  await page.getByText('Failed to send message. Please try again.').waitFor();
  await page.getByRole('button', { name: 'Send Message' }).waitFor();
  expect(posts).toBe(1);
  for (const [name, value] of Object.entries(VALUES)) {
    expect(await page.locator(`[name=${name}]`).inputValue()).toBe(value);
  }
  await page.context().close();
});

test('a message without a response fails after 20 s, and can be sent again', async () => {
  const page = await open('/public-contact');
  await fill(page);
  await awake(page);
  await withoutResponse(page, '**/api/contact', async () => {
    await send(page);
    await page.getByText('Failed to send message. Please try again.').waitFor();
  });
  await send(page);
  await page.getByText('Message Sent').waitFor();
  expect(page.problems).toEqual([]);
  await page.context().close();
});

test.each([true, false])(
  'in Hebrew, after the switch on the page; javaScriptEnabled: %p',
  async (javaScriptEnabled) => {
    const page = await open('/public-contact', { javaScriptEnabled });
    await fill(page);
    await page.locator('[name=subject][value=Feedback]').check();
    if (javaScriptEnabled) await awake(page);
    await page.getByRole('button', { name: 'עברית' }).click();
    await page.locator('html[lang=he]').waitFor();
    for (const [name, value] of Object.entries(VALUES)) {
      expect(await page.locator(`[name=${name}]`).inputValue()).toBe(value);
      await page.locator(`[name=${name}]`).fill('');
    }
    expect(await page.locator('[name=subject]:checked').inputValue()).toBe('Feedback');
    const sendHebrew = () => page.getByRole('button', { name: 'שליחה' }).click();
    await page.locator('[name=lastName]').fill(' ');
    if (javaScriptEnabled) await awake(page);
    await sendHebrew();
    await page.locator('#issue-firstName').waitFor();
    expect(await complaints(page)).toEqual({
      firstName: 'יש להזין שם פרטי',
      lastName: 'יש להזין שם משפחה',
      email: 'כתובת האימייל לא תקינה',
      phone: 'יש להזין מספר טלפון',
      message: 'יש לכתוב הודעה',
    });
    await fill(page);
    await page.getByLabel('בעיה טכנית').check();
    await page.locator('[name=phone]').press('Enter');
    await page.getByText('ההודעה נשלחה').waitFor();
    expect([...(await stored())]).toEqual([
      { name: 'Noa Bareket', subject: 'Technical Issue', purpose: 'public' },
    ]);
    expect(page.problems).toEqual([]);
    await page.context().close();
  },
);

test('the keyboard alone sends a message', async () => {
  const page = await open('/public-contact');
  await page.getByLabel('First name').focus();
  for (const text of ['Noa', 'Keys', 'noa@mail.example', '050']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Typed');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Message Sent').waitFor();
  expect([...(await stored())]).toEqual([
    { name: 'Noa Keys', subject: 'Technical Issue', purpose: 'public' },
  ]);
  await page.context().close();
});

test('a plan that is not on sale: "Tell me when" begins a message, which admins read with the others', async () => {
  const page = await open('/pricing', { javaScriptEnabled: false });
  await page.locator('a[href$="plan=annual"]', { hasText: 'Tell me when' }).first().click();
  const question = 'Tell me when the annual community plan is on sale.';
  expect(await page.locator('[name=message]').inputValue()).toBe(question);
  for (const [name, value] of Object.entries({ ...VALUES, message: question }))
    await page.locator(`[name=${name}]`).fill(value);
  await send(page);
  await page.getByRole('status').waitFor();
  const inbox = await browser.open();
  await signIn(inbox, await server.admin());
  await inbox.goto(`${server.url}/admin/messages`);
  await inbox.locator('main li button', { hasText: question }).click();
  await inbox.getByRole('link', { name: VALUES.email }).waitFor();
  await page.context().close();
  await inbox.context().close();
});
