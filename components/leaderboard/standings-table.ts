/**
 * The table of a page of the ranking is drawn once per ranking pass and shared by all its readers. What is a reader's
 * own is put in afterwards: each row ends its trader's cell with an empty place that names the trader, and the
 * reader's is filled with the YOU tag. The stylesheet marks the row that holds the tag.
 */

/** Target of "Jump to my rank". */
export const OWN_ROW = 'you';

/**
 * What to put where to mark a trader's own row: the place as React writes it, and the tag. A user's name cannot
 * contain the place: React escapes its quotes. @param label text of the tag, trusted: it comes from the locale files
 */
export function ownRow(userId: number, label: string): [place: string, tag: string] {
  return [`<span data-trader="${userId}"></span>`, `<span id="${OWN_ROW}" class="tag">${label}</span>`];
}
