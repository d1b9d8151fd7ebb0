/** Declares behaviours: code for HTML that the server rendered, without React. */

/**
 * The moment when an island or behaviour wakes. `spare`: at the first press, key, focus or wheel on the page, when the
 * pointer is over the island, or in idle time of a strong device. `event:a,b`: at one of these events on `window`.
 */
export type Strategy = 'load' | 'idle' | 'visible' | 'interaction' | 'spare' | `event:${string}`;

/** Returns the strategy that waits for one of these events on `window`. The island or behaviour hears the event too. */
export function event(...names: string[]): Strategy {
  return `event:${names.join(',')}`;
}

/** Starts a behaviour on the HTML that the server rendered inside `host`. @returns a function that stops it */
export type Mount<P extends object> = (host: HTMLElement, props: P) => () => void;

/**
 * Plain code for elements that the server rendered, without React. It is found, fetched and woken like an island, by
 * the same strategies; a page with behaviours alone never fetches React.
 */
export type Behaviour<P extends object = object> = {
  name: string;
  strategy: Strategy;
  mount: Mount<P>;
  /**
   * True when the page's inline rules suffice until the first touch: the behaviour does not fetch the route's style
   * sheet.
   */
  isStyled?: boolean;
};

/**
 * Declares a behaviour: `export default behaviour('ShopForms', 'idle', mount)` in `islands/ShopForms.ts`. A page puts
 * it around HTML with `<Attach>`. With the strategy `load` the page fetches the modules of the file's `import()`s too:
 * the first one's at once, the others' at low priority.
 *
 * @param name the file's name, by which the browser finds the module
 */
export function behaviour<P extends object>(name: string, strategy: Strategy, mount: Mount<P>): Behaviour<P> {
  return { name, strategy, mount };
}
