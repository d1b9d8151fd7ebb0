/** Declares islands, and builds the tree that server and browser render alike. */

import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Direction } from '../locale/direction.ts';
import type { SiteLocale } from '../register.ts';
import type { Behaviour, Strategy } from './behaviour.ts';

/** Values that all islands of a page share and that do not change while the page is open. */
export type Region = { locale: SiteLocale; dir: Direction; zone: string };

/** How props reach the browser when parts of them are on the page already, or in a file. */
type Travel<P extends object> = {
  pack(props: P): object;
  unpack(packed: object): P | Promise<P>;
  /** Returns the modules that `unpack` imports; they are fetched in parallel with the island's. */
  needs?(props: P): string[];
};

export type IslandDefinition<P extends object = object> = {
  name: string;
  strategy: Strategy;
  Component: ComponentType<P>;
  travel?: Travel<P>;
  /** Returns the whole tree of one root. Server and browser both call it, so their trees cannot differ. */
  tree(props: P, root: RootProps): ReactNode;
};

type RootProps = {
  region: Region;
  /** Called once in the browser, after the first commit. */
  onReady?: () => void;
  /** The HTML to show when the island throws in the browser. */
  serverHtml?: string;
  /** Server-rendered children. The browser gets only their id, as their HTML is on the page. */
  slot?: { id: string; html?: string };
};

/** Renders the host element of an island or behaviour. The context is null in the browser and inside islands. */
export type IslandScope = (island: IslandDefinition | Behaviour, props: object) => ReactNode;
export const IslandScopeContext = createContext<IslandScope | null>(null);

const RegionContext = createContext<Region | null>(null);
export const RegionProvider = RegionContext.Provider;

/** Returns language, direction and time zone, in pages and islands. */
export function useRegion(): Region {
  const region = useContext(RegionContext);
  if (!region) throw new Error('useRegion was called outside of a page or an island.');
  return region;
}

function IslandRoot({
  region,
  onReady,
  serverHtml,
  children,
}: Omit<RootProps, 'slot'> & { children: ReactNode }): ReactNode {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <IslandScopeContext value={null}>
      <RegionContext value={region}>
        <Boundary html={serverHtml}>{children}</Boundary>
      </RegionContext>
    </IslandScopeContext>
  );
}

/** Returns the HTML that replaces an island that threw: the page's template `crash-view`, else the server's HTML. */
const afterCrash = (drawn = ''): string =>
  (drawn && document.querySelector('template#crash-view')?.innerHTML) || drawn;

/** Shows other HTML in place of an island that throws. */
class Boundary extends Component<{ html?: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return <is-slot dangerouslySetInnerHTML={{ __html: afterCrash(this.props.html) }} />;
  }
}

/** The nodes of every slot on the page, so that a slot that is removed and added again keeps its DOM and its state. */
const slotNodes = new Map<string, ChildNode[]>();

/**
 * A place in an island whose content the server rendered. React never renders it in the browser: when the island
 * removes and re-creates the element, the original nodes are moved back in.
 */
function Slot({ id, html }: { id: string; html?: string }): ReactNode {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const place = element.current;
    if (!place) return;
    const node = slotNodes.get(id) ?? unusedSlot(id);
    if (node && node[0]?.parentNode !== place) place.replaceChildren(...node);
    slotNodes.set(id, [...place.childNodes]);
    window.dispatchEvent(new Event('islands:scan'));
  }, [id]);
  return (
    <is-slot
      ref={element}
      data-slot={id}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html ?? '' }}
    />
  );
}

/**
 * Returns the nodes of a slot that the island did not show at first, which the server sends in a <template> beside the
 * island. Undefined without that template.
 */
function unusedSlot(id: string): ChildNode[] | undefined {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-slot="${id}"]`);
  return template ? [...template.content.childNodes] : undefined;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'is-land': React.HTMLAttributes<HTMLElement> & { [data: `data-${string}`]: unknown };
      'is-slot': React.HTMLAttributes<HTMLElement> & {
        ref?: React.Ref<HTMLElement>;
        [data: `data-${string}`]: unknown;
      };
    }
  }
}

type Island<P extends object> = ((props: P) => ReactNode) & { island: IslandDefinition<P> };

/**
 * Makes `Component` an island: on a page the server renders it inside a host element that the browser wakes by
 * `strategy`; inside another island it is a plain component of that island's root.
 *
 * @param name the file's name, by which the browser finds the module
 * @param travel for props that are not sent as they are
 */
export function island<P extends object>(
  name: string,
  strategy: Strategy,
  Component: ComponentType<P>,
  travel?: Travel<P>,
): Island<P> {
  const definition: IslandDefinition<P> = {
    name,
    strategy,
    Component,
    ...(travel && { travel }),
    tree: (props, { slot, ...root }) => (
      <IslandRoot {...root}>
        <Component {...props} {...(slot && { children: <Slot {...slot} /> })} />
      </IslandRoot>
    ),
  };
  function Host(props: P): ReactNode {
    const scope = useContext(IslandScopeContext);
    return scope ? scope(definition as unknown as IslandDefinition, props) : <Component {...props} />;
  }
  return Object.assign(Host, { island: definition, displayName: `island(${name})` });
}

type Props<P extends object> = {
  behaviour: Behaviour<P>;
  /** The behaviour's props, serialisable as JSON. */
  props: P;
  children?: ReactNode;
};

/**
 * Attaches a behaviour to `children`. Inside an island only the children are rendered, as React handles their events
 * there.
 */
export function Attach<P extends object>({ behaviour, props, children }: Props<P>): ReactNode {
  const scope = useContext(IslandScopeContext);
  return scope ? scope(behaviour as unknown as Behaviour, { ...props, children }) : children;
}

/** Puts data on the page once, for `readPageData`. */
export function PageData({ id, value }: { id: string; value: unknown }): ReactNode {
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: scriptJson(value) }} />;
}

/** Returns JSON that is safe inside a script element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003C');
