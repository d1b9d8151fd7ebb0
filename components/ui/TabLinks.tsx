export type TabLink = { href: string; label: string; current: boolean };

/** Tabs that are links: the page is drawn for the one in its address. They scroll sideways where there is no room. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className="flex gap-6 overflow-x-auto border-b border-line-1" aria-label={label}>
      {tabs.map(({ href, label: text, current }) => (
        <a
          key={href}
          href={href}
          aria-current={current ? 'page' : undefined}
          className={`-mb-px whitespace-nowrap border-b-2 py-3 text-size-body font-500 focus-visible:-outline-offset-4 ${
            current
              ? 'border-paper text-paper [scroll-initial-target:nearest]'
              : 'border-transparent text-paper-3 hover:text-paper-2'
          }`}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
