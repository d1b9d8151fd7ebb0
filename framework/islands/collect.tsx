/** Renders the islands and behaviours of a page, and collects the data and scripts that they need. */
import { stringify } from 'devalue';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { Assets } from '../assets.ts';
import type { Behaviour } from './behaviour.ts';
import type { IslandDefinition, IslandScope, Region } from './island.tsx';

/** More roots than this on a page block the main thread of a phone noticeably. */
const MANY = 10;

type IslandBuild = Assets['islands'][string];

/** A script to fetch with the page. Scripts without a priority come first. */
export type Preload = readonly [url: string, priority: 'low' | undefined];

/** The islands and behaviours of a rendered frame, and the scripts that it preloads. */
export type Collected = {
  /** The props of each island as the browser gets them, in the order of the islands' ids. */
  readonly props: readonly object[];
  readonly behaviours: number;
  readonly preloads: readonly Preload[];
};

const NONE: Collected = { props: [], behaviours: 0, preloads: [] };

export type PageIslands = {
  scope: IslandScope;
  collected(): Collected;
  /** Returns the scripts to fetch at once: all that the islands and behaviours with the strategy `load` need. */
  preloads(): Preload[];
  /** Returns the data of the islands, region and props, as a script element with JSON; '' without islands. */
  dataScript(): string;
  count(): number;
};

/**
 * Creates a collector for the islands of one page while it is rendered. Each island is a React root with a prefix for
 * `useId`, so that the browser can hydrate it alone and get the same ids.
 *
 * @param wrap puts the page's contexts around server-rendered children of an island
 * @param rendered islands that the frame of the page contains
 */
export function collectIslands(
  assets: Assets,
  region: Region,
  dev: boolean,
  wrap: (children: ReactNode) => ReactNode,
  rendered: Collected = NONE,
): PageIslands {
  const islandProps = [...rendered.props];
  let { behaviours } = rendered;
  const preloads = new Map(rendered.preloads);

  function scope(what: IslandDefinition | Behaviour, props: object): ReactNode {
    const built = assets.islands[what.name];
    if (!built) throw new Error(`The build has no island "${what.name}".`);
    if (what.strategy === 'load') {
      for (const url of built.closure) preloads.set(url, undefined);
      for (const url of built.later) if (!preloads.has(url)) preloads.set(url, 'low');
    }
    return 'mount' in what ? drawBehaviour(what, built.src, props) : drawIsland(what, built, props);
  }

  function drawBehaviour({ name, strategy, isStyled }: Behaviour, src: string, props: object): ReactNode {
    behaviours += 1;
    const { children, ...sentProps } = props as { children?: ReactNode };
    return (
      <is-land
        data-behaviour=""
        data-island={name}
        data-src={src}
        data-on={strategy}
        data-styled={isStyled ? '' : undefined}
        data-props={JSON.stringify(sentProps)}
      >
        {children}
      </is-land>
    );
  }

  function drawIsland(island: IslandDefinition, { src, closure }: IslandBuild, props: object): ReactNode {
    const index = islandProps.length;
    const id = `i${index}`;
    const { children, ...sentProps } = props as { children?: ReactNode };
    const { travel } = island;
    islandProps.push(travel ? travel.pack(sentProps) : sentProps);
    // a `spare` island wakes at a press: the browser fetches the modules named here in parallel with the island
    const needs =
      island.strategy === 'spare' ? [...closure, ...(travel?.needs?.(sentProps) ?? [])] : undefined;
    if (islandProps.length === MANY + 1 && dev) console.warn(`More than ${MANY} islands on one page.`);

    const slot =
      children === undefined ? undefined : { id: `${id}s`, html: renderToStaticMarkup(wrap(children)) };
    const html = renderToString(island.tree(sentProps, { region, slot }), { identifierPrefix: `${id}-` });
    const hasSlot = slot && html.includes(`data-slot="${slot.id}"`);
    return (
      <>
        <is-land
          id={id}
          data-island={island.name}
          data-src={src}
          data-on={island.strategy}
          data-props={index}
          data-slot-id={slot?.id}
          data-needs={needs?.join(' ')}
          // The browser's parser moves elements out of places where they are not allowed; the count reveals that.
          data-elements={dev ? countElements(html) : undefined}
          dangerouslySetInnerHTML={{ __html: html }}
        />
        {slot && !hasSlot && <template data-slot={slot.id} dangerouslySetInnerHTML={{ __html: slot.html }} />}
      </>
    );
  }

  return {
    scope,
    collected: () => ({ props: islandProps, behaviours, preloads: [...preloads] }),
    preloads: () => [...preloads],
    count: () => islandProps.length + behaviours,
    dataScript() {
      if (islandProps.length === 0) return '';
      const data = stringify({ region, props: islandProps });
      return `<script type="application/json" id="islands">${data.replaceAll('<', '\\u003C')}</script>`;
    },
  };
}

function countElements(html: string): number {
  return html.match(/<[a-z]/gi)?.length ?? 0;
}
