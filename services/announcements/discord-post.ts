/** An announcement as a message of a Discord webhook. Pure. */

/** The most characters of an embed's title and description. */
const MOST_TITLE = 256;
const MOST_DESCRIPTION = 4096;

/** Characters that Discord reads as formatting or as the beginning of a mention; a backslash makes each of them plain. */
const MARKS = /[\\*_~`|>[\]()#<@+-]/g;
const ADDRESS = /(https?:\/\/\S+)/;

/** Returns a text that Discord shows as it is. Addresses stay links. */
export const plainForDiscord = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(MARKS, '\\$&')))
    .join('');

/** Returns the body of the request. @param lines plain texts @param url where the title leads @param image its picture */
export function discordMessage(post: {
  title: string;
  lines: readonly string[];
  url: string;
  image: string;
}) {
  const { title, lines, url, image } = post;
  return {
    embeds: [
      {
        title: plainForDiscord(title).slice(0, MOST_TITLE),
        description: lines.map(plainForDiscord).join('\n').slice(0, MOST_DESCRIPTION),
        url,
        image: { url: image },
      },
    ],
    // nobody is called, whatever a text or a name says
    allowed_mentions: { parse: [] },
  };
}

/** Returns how long to wait before the next attempt, ms. @param retryAfter s, as Discord says it; null without */
export function waitMs(tries: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  if (retryAfter !== null && seconds >= 0) return Math.ceil(seconds * 1_000);
  return Math.min(10_000 * 2 ** (tries - 1), 300_000);
}
