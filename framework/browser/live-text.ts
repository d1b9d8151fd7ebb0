/**
 * Texts of a page that follow a source in the browser: `data-live="<source>:<argument>"` names the source. An element
 * in view follows its source. This also holds for elements that are added, or whose `data-live` changes, later.
 */
import { writeText } from './write-text.ts';

export type ShownText = {
  text: string;
  /** `data-*` attributes to set with the text, by name in camel case; undefined removes one. */
  facts?: Readonly<Record<string, string | undefined>>;
};

/**
 * A source of texts. It calls `show` at once if it has a text, and at each change.
 * @param argument the part of `data-live` after the colon
 * @returns a function that stops
 */
export type TextSource = (
  argument: string,
  show: (text: ShownText) => void,
  element: HTMLElement,
) => () => void;

type Follower = { key: string; latest: ShownText | null; stop(): void };

const NAMED = '[data-live]';

/** Makes all elements with `data-live` below `root` follow their sources. @returns a function that stops */
export function liveText(root: HTMLElement, sources: Readonly<Record<string, TextSource>>): () => void {
  const observed = new Set<HTMLElement>();
  const followers = new Map<HTMLElement, Follower>();

  function begin(element: HTMLElement): void {
    const key = element.dataset.live ?? '';
    if (followers.get(element)?.key === key) return;
    end(element);
    const [name = '', ...rest] = key.split(':');
    const source = sources[name];
    if (!source) return;
    const follower: Follower = { key, latest: null, stop: () => {} };
    followers.set(element, follower);
    const show = (text: ShownText) => {
      follower.latest = text;
      write(element, text);
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
    for (const element of observed) {
      if (present.has(element)) continue;
      observed.delete(element);
      sight.unobserve(element);
      end(element);
    }
    for (const element of present) {
      if (observed.has(element)) continue;
      observed.add(element);
      sight.observe(element);
    }
    // a morph may have restored an older text or named another source
    for (const [element, { key, latest }] of followers) {
      if (element.dataset.live !== key) begin(element);
      else if (latest) write(element, latest);
    }
  }

  scan();
  // most changes need no scan: `write` has changed the text, or the text is not that of a visible source
  const isForeign = ({ type, target }: MutationRecord) =>
    type !== 'characterData' ||
    target.textContent !== (followers.get(target.parentElement!)?.latest?.text ?? target.textContent);
  const changes = new MutationObserver((records) => {
    if (records.some(isForeign)) scan();
  });
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

/** Writes the text and the attributes that differ from the element's present ones. */
function write(element: HTMLElement, { text, facts = {} }: ShownText): void {
  writeText(element, text);
  for (const [name, value] of Object.entries(facts)) {
    if (element.dataset[name] === value) continue;
    if (value === undefined) delete element.dataset[name];
    else element.dataset[name] = value;
  }
}
