/**
 * Text of a page that follows a source in the browser: `data-live="<source>:<argument>"` names what an element shows. It
 * follows while the element is on the screen, also one that is drawn or renamed later.
 */

/** What an element shows. */
export type ShownText = {
  text: string;
  /** `data-*` attributes beside the text, by name in camel case; undefined takes one away. */
  facts?: Readonly<Record<string, string | undefined>>;
};

/**
 * Something texts can follow: calls `show` now, when it knows a value, and at each change.
 * @param argument what stands after the colon @param element the one that shows it @returns stops
 */
export type TextSource = (
  argument: string,
  show: (shown: ShownText) => void,
  element: HTMLElement,
) => () => void;

type Follower = { key: string; shown: ShownText | null; stop(): void };

const NAMED = '[data-live]';

/** Keeps the texts below `root` at what the `sources` say. @returns stops */
export function liveText(root: HTMLElement, sources: Readonly<Record<string, TextSource>>): () => void {
  const known = new Set<HTMLElement>();
  const followers = new Map<HTMLElement, Follower>();

  function begin(element: HTMLElement): void {
    const key = element.dataset.live ?? '';
    if (followers.get(element)?.key === key) return;
    end(element);
    const [name = '', ...rest] = key.split(':');
    const source = sources[name];
    if (!source) return;
    const follower: Follower = { key, shown: null, stop: () => {} };
    followers.set(element, follower);
    const show = (shown: ShownText) => {
      follower.shown = shown;
      write(element, shown);
    };
    follower.stop = source(rest.join(':'), show, element);
  }

  function end(element: HTMLElement): void {
    followers.get(element)?.stop();
    followers.delete(element);
  }

  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) begin(target as HTMLElement);
      else end(target as HTMLElement);
    }
  });

  function scan(): void {
    const present = new Set(root.querySelectorAll<HTMLElement>(NAMED));
    for (const element of known) {
      if (present.has(element)) continue;
      known.delete(element);
      sight.unobserve(element);
      end(element);
    }
    for (const element of present) {
      if (known.has(element)) continue;
      known.add(element);
      sight.observe(element);
    }
    // a redraw may have put an older text or another source there
    for (const [element, { key, shown }] of followers) {
      if (element.dataset.live !== key) begin(element);
      else if (shown) write(element, shown);
    }
  }

  scan();
  const changes = new MutationObserver(scan);
  changes.observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-live'],
  });
  return () => {
    changes.disconnect();
    sight.disconnect();
    for (const element of [...followers.keys()]) end(element);
  };
}

/** Touches only what differs; a text node that is there stays, as it may be somebody else's. */
function write(element: HTMLElement, { text, facts = {} }: ShownText): void {
  const { firstChild } = element;
  if (firstChild instanceof Text && !firstChild.nextSibling) {
    if (firstChild.data !== text) firstChild.data = text;
  } else if (element.textContent !== text) element.textContent = text;
  for (const [name, value] of Object.entries(facts)) {
    if (element.dataset[name] === value) continue;
    if (value === undefined) delete element.dataset[name];
    else element.dataset[name] = value;
  }
}
