/** The commitments a season was bound to while it ran: docs/rules/14-season-bundle.md 17 and 16. */
import { hexHash, utf8 } from './hash.ts';
import type { EventLine, FillLine, LinkLine, ReadBundle } from './lines.ts';
import type { Report, SeenHead } from './report.ts';

const ORDER = ['rules', 'fill', 'event'];

export function checkCommitments(
  bytes: Uint8Array,
  { lines, record }: ReadBundle,
  seen: readonly SeenHead[],
  report: Report,
) {
  const { number, links } = lines.season[0]!;
  const step = report.state.steps.chain;
  step.of = lines.link.length;
  let previous = hexHash(utf8(`paperpit season chain 1 ${number}`));
  let block: typeof record = [];
  for (const row of record) {
    if (row.kind !== 'link') {
      block.push(row);
      continue;
    }
    const link = row as LinkLine;
    const start = block[0]?.start ?? link.start;
    checkLink(link, block, hexHash(bytes.subarray(start, link.start)), step.done + 1, previous, report);
    previous = link.head;
    block = [];
    step.done++;
    report.tell();
  }
  if (links > 0 && block[0])
    report.find('chain', 'link', { kind: 'line', id: `${block[0].line}`, line: block[0].line });
  checkSeen(number, lines.link, seen, report);
  report.finish('chain');
}

function checkLink(
  link: LinkLine,
  block: ReadBundle['record'],
  rowsHash: string,
  seq: number,
  previous: string,
  report: Report,
): void {
  const place = { kind: 'link', id: `${link.seq}`, line: link.line } as const;
  const of = (kind: string) => block.filter((row) => row.kind === kind) as (FillLine | EventLine)[];
  const [fills, events] = [of('fill'), of('event')];
  const idOf = (row: FillLine | EventLine | undefined) => row?.id ?? null;
  const should = [
    seq,
    of('rules').length,
    idOf(fills[0]),
    idOf(fills.at(-1)),
    idOf(events[0]),
    idOf(events.at(-1)),
  ];
  const { rules, firstFill, lastFill, firstEvent, lastEvent } = link;
  const is = [link.seq, rules, firstFill, lastFill, firstEvent, lastEvent];
  const isSorted = block.every(
    (row, i) => i === 0 || ORDER.indexOf(row.kind) >= ORDER.indexOf(block[i - 1]!.kind),
  );
  if (is.join() !== should.join() || !isSorted)
    report.find('chain', 'link', place, { at: link.at, is: is.join(' '), should: should.join(' ') });
  if (link.rowsHash !== rowsHash)
    report.find('chain', 'rows', place, {
      at: link.at,
      is: link.rowsHash.slice(0, 12),
      should: rowsHash.slice(0, 12),
    });
  const parts = [previous, link.seq, link.at, ...is.slice(1), link.rowsHash].map((part) => part ?? '-');
  const head = hexHash(utf8(parts.join(' ')));
  if (link.head !== head)
    report.find('chain', 'head', place, {
      at: link.at,
      is: link.head.slice(0, 12),
      should: head.slice(0, 12),
    });
}

/** Heads this browser saw while the season ran must be among those of the bundle. */
function checkSeen(
  season: number,
  links: readonly LinkLine[],
  seen: readonly SeenHead[],
  report: Report,
): void {
  const heads = new Map(links.map(({ seq, head }) => [seq, head]));
  for (const [of, seq, head, at] of seen)
    if (of === season && seq > 0 && heads.get(seq) !== head)
      report.find(
        'chain',
        'seen',
        { kind: 'link', id: `${seq}`, line: 0 },
        {
          at,
          is: heads.get(seq)?.slice(0, 12) ?? '',
          should: head.slice(0, 12),
        },
      );
}
