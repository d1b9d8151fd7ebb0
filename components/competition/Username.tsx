import { Fragment } from 'react';

/** Between a separator or a small letter and what a word begins with. */
const BETWEEN_WORDS = /(?<=[_-])(?=[^_-])|(?<=\p{Ll})(?=\p{Lu})/u;

/** A username that breaks where one of its words ends, where it has no room on a line. */
export function Username({ name }: { name: string }) {
  return (
    <bdi>
      {name.split(BETWEEN_WORDS).map((word, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words of one name never change places
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </bdi>
  );
}
