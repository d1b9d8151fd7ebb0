/**
 * When an island wakes up. `spare`: at the first touch or key on the page, or in idle time of a device that has some to
 * spare. `event:a,b` waits for one of these events on `window`.
 */
export type Strategy = 'load' | 'idle' | 'visible' | 'interaction' | 'spare' | `event:${string}`;

/** Returns the strategy that waits for one of these events on `window`; the code that wakes hears the event too. */
export function event(...names: string[]): Strategy {
  return `event:${names.join(',')}`;
}

/** Starts the behaviour on the HTML that the server rendered inside `host`. @returns stops it */
export type Mount<P extends object> = (host: HTMLElement, props: P) => () => void;

/**
 * What wakes on a page beside islands: plain code on elements the server drew, without React. It is found, fetched and
 * woken like an island, by the same strategies; a page with behaviours alone never fetches React.
 */
export type Behaviour<P extends object = object> = {
  name: string;
  strategy: Strategy;
  mount: Mount<P>;
  /** True when the page's inline rules style all it shows before a touch: it does not fetch the route's style sheet. */
  isStyled?: boolean;
};

/**
 * Declares a behaviour: `export default behaviour('ShopForms', 'idle', mount)` in `islands/ShopForms.ts`. A page
 * puts it around its HTML with `<Attach>`.
 *
 * @param name the name of the file, by which the browser finds its module
 */
export function behaviour<P extends object>(name: string, strategy: Strategy, mount: Mount<P>): Behaviour<P> {
  return { name, strategy, mount };
}
