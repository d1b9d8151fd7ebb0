import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from 'bun:test';
import { type LiveRegion, liveRegion, refreshRegions } from './live-region.ts';
import { morph } from './redraw.ts';

const EVERY_MS = 60_000;
const LEAST_MS = 1_000;

// loaded before the tests, as the first change would import it
beforeAll(() => import('./redraw.ts'));

describe('when the page is fetched', () => {
  const realFetch = globalThis.fetch;
  /** Resolvers of requests without a response yet, oldest first. */
  let open: ((html: string) => void)[];
  let regions: LiveRegion[];

  beforeEach(() => {
    jest.useFakeTimers();
    open = [];
    globalThis.fetch = (() =>
      new Promise((resolve) => {
        open.push((html) => resolve(new Response(html, { headers: { 'content-type': 'text/html' } })));
      })) as unknown as typeof fetch;
    document.body.innerHTML = drawn('old');
    regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].map((element) =>
      liveRegion(element, { everyMs: EVERY_MS, leastMs: LEAST_MS }),
    );
  });
  afterEach(async () => {
    // no response of one test reaches the next
    while (open.length > 0) await answer('');
    for (const region of regions) region.stop();
    jest.useRealTimers();
    globalThis.fetch = realFetch;
    history.replaceState(null, '', '/');
  });

  const drawn = (text: string) =>
    `<div data-region="part"><button>${text}</button></div><p data-region="other">${text}</p>`;
  const regionTexts = () => [...document.querySelectorAll('[data-region]')].map((each) => each.textContent);
  /** Runs the microtasks that process responses. */
  const settle = async () => {
    for (let i = 0; i < 200; i++) await Promise.resolve();
  };
  const answer = async (text: string) => {
    open.shift()!(drawn(text));
    await settle();
  };
  const [ask, askOther] = [() => regions[0]!.ask(), () => regions[1]!.ask()];

  test('asked ten times, for two regions, it fetches once, and again only after the least time', async () => {
    for (let i = 0; i < 10; i++) {
      ask();
      askOther();
    }
    jest.advanceTimersByTime(LEAST_MS * 1.2);
    expect(open).toHaveLength(1);
    await answer('new');
    expect(regionTexts()).toEqual(['new', 'new']);
    ask();
    jest.advanceTimersByTime(LEAST_MS - 1);
    expect(open).toHaveLength(0);
    jest.advanceTimersByTime(LEAST_MS * 0.2 + 1);
    expect(open).toHaveLength(1);
  });

  test('a refresh that is wanted before a region is mounted comes once one is', async () => {
    for (const region of regions) region.stop();
    await refreshRegions();
    expect(open).toHaveLength(0);
    const elements = document.querySelectorAll<HTMLElement>('[data-region]');
    regions = [...elements].map((element) => liveRegion(element, { leastMs: LEAST_MS }));
    await settle();
    expect(open).toHaveLength(1);
    await answer('new');
    expect(regionTexts()).toEqual(['new', 'new']);
    expect(open).toHaveLength(0);
  });

  test('unasked it fetches now and then', () => {
    jest.advanceTimersByTime(EVERY_MS + LEAST_MS * 1.2);
    expect(open).toHaveLength(1);
  });

  test('a form that is being sent is left alone; its own answer draws it', async () => {
    document.querySelector('button')!.setAttribute('aria-busy', 'true');
    ask();
    jest.advanceTimersByTime(LEAST_MS * 1.2);
    await answer('others');
    expect(regionTexts()).toEqual(['old', 'others']);
    const done = refreshRegions();
    await settle();
    await answer('mine');
    await done;
    expect(regionTexts()).toEqual(['mine', 'mine']);
    expect(document.querySelector('[aria-busy]')).toBeNull();
  });

  test('a refresh shows what the server knows from here on, not what is under way', async () => {
    ask();
    jest.advanceTimersByTime(LEAST_MS * 1.2);
    const done = refreshRegions();
    await answer('before');
    expect(regionTexts()[0]).toBe('before');
    expect(open).toHaveLength(1);
    await answer('after');
    await done;
    expect(regionTexts()[0]).toBe('after');
  });

  test('what was fetched for another address is not shown at this one, which is fetched instead', async () => {
    const done = refreshRegions();
    await settle();
    history.pushState(null, '', '/elsewhere');
    await answer('of before');
    expect(regionTexts()[0]).toBe('old');
    await answer('of this one');
    await done;
    expect(regionTexts()[0]).toBe('of this one');
  });

  test('a page without one of the regions changes nothing, not even the figures of the frame', async () => {
    const figures = (text: string) => `<b data-figures>${text}</b>`;
    document.body.insertAdjacentHTML('beforeend', figures('old'));
    const done = refreshRegions();
    await settle();
    open.shift()!(`<p data-region="other">new</p>${figures('new')}`);
    await done;
    expect([...regionTexts(), document.querySelector('b')!.textContent]).toEqual(['old', 'old', 'old']);
  });

  test('a failure leaves what is there', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    globalThis.fetch = (async () => new Response('oops', { status: 500 })) as unknown as typeof fetch;
    await refreshRegions();
    expect(regionTexts()[0]).toBe('old');
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });

  test('a refresh without a response is given up, and the next one follows', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const patience = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    const heldFetch = globalThis.fetch;
    globalThis.fetch = ((_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      })) as unknown as typeof fetch;
    void refreshRegions();
    await settle();
    globalThis.fetch = heldFetch;
    const next = refreshRegions();
    expect(open).toHaveLength(0);
    patience.abort();
    await settle();
    expect(open).toHaveLength(1);
    timeout.mockRestore();
    await answer('new');
    await next;
    expect(regionTexts()[0]).toBe('new');
    warn.mockRestore();
  });
});

describe('morph', () => {
  let place: HTMLElement;
  beforeEach(() => {
    document.body.innerHTML = '<div></div>';
    place = document.body.firstElementChild as HTMLElement;
  });

  /** Renders `before`, then morphs it to `after` as a refresh does. */
  async function change(before: string, after: string, between = () => {}): Promise<string> {
    place.innerHTML = before;
    between();
    const page = new DOMParser().parseFromString(`<div>${after}</div>`, 'text/html');
    await morph(place, page.body.firstElementChild!);
    return place.innerHTML;
  }

  test('only what differs is touched: the same elements stay, with focus and typed text', async () => {
    let link: HTMLElement | null = null;
    const html = await change(
      '<p class="a">1 <a href="/x">link</a></p><input value="old">',
      '<p class="b" title="t">2 <a href="/y">link</a></p><input value="new">',
      () => {
        link = place.querySelector('a')!;
        link.focus();
        place.querySelector('input')!.value = 'typed';
      },
    );
    expect(html).toContain('<p class="b" title="t">2 <a href="/y">link</a></p>');
    expect(place.querySelector('a')).toBe(link);
    expect(document.activeElement).toBe(link);
    expect(place.querySelector('input')!.value).toBe('typed');
  });

  test('another structure replaces what is there', async () => {
    expect(await change('<p>1</p>', '<p>1</p><p>2</p>')).toBe('<p>1</p><p>2</p>');
    await change('<p>1</p>', '<table><tbody><tr><td>1</td></tr></tbody></table>');
    expect(place.querySelector('td')?.textContent).toBe('1');
    expect(await change('<p>1</p>text', '')).toBe('');
  });

  test('attributes that are gone go; details stay open', async () => {
    expect(await change('<button disabled="" class="x">a</button>', '<button>a</button>')).toBe(
      '<button>a</button>',
    );
    expect(await change('<details open=""><p>1</p></details>', '<details><p>2</p></details>')).toBe(
      '<details open=""><p>2</p></details>',
    );
  });

  test('an island is left to itself', async () => {
    const island = (text: string) => `<is-land data-island="A"><b>${text}</b></is-land>`;
    expect(await change(island('live'), island('drawn'))).toContain('live');
  });

  test('a behaviour stays awake while its props stay, and begins anew with others', async () => {
    const host = (props: string, status = '') =>
      `<is-land data-behaviour="" data-island="B" data-props="${props}"${status}><b>x</b></is-land>`;
    const awake = ' data-island-status="awake"';
    expect(await change(host('1', awake), host('1'))).toContain(awake);
    expect(await change(host('1', awake), host('2'))).not.toContain(awake);
  });
});
