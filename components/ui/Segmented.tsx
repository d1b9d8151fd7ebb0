export type Segment = { href: string; label: string; current: boolean };

/** One choice of a few, each a link: works before and without scripts, and can be shared. */
export function SegmentLinks({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav className="flex rounded-control border border-line-2 bg-ink-0 p-0.5" aria-label={label}>
      {segments.map(({ href, label: text, current }) => (
        <a
          key={href}
          href={href}
          aria-current={current ? 'page' : undefined}
          className={`flex min-h-9 flex-1 items-center justify-center whitespace-nowrap rounded-segment px-4 text-size-body font-500 coarse:min-h-11 ${
            current ? 'bg-ink-4 text-paper' : 'text-paper-3 hover:text-paper-2'
          }`}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
