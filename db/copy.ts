/** Rows by the million, read in PostgreSQL's binary COPY format without an object for each. */
import type { Readable } from 'node:stream';
import type { Queryable } from './client.ts';

/** "PGCOPY\n\xff\r\n\0", flags and the length of an extension. */
const HEADER_BYTES = 19;
const NULL = -1;

/** The fields of one row, read one after the other in the order they were selected. */
export class CopyRow {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  /** @returns false at the end of the rows in `bytes` */
  begin(bytes: Buffer, at: number): boolean {
    this.#bytes = bytes;
    this.#at = at + 2;
    return at + 2 <= bytes.length && bytes.readInt16BE(at) >= 0;
  }

  /** Where the next row begins. */
  get end(): number {
    return this.#at;
  }

  /** An integer or bigint column; null when it is null. A double only where it is safe. */
  whole(): number | bigint | null {
    const length = this.#length();
    if (length === NULL) return null;
    const at = this.#at;
    this.#at += length;
    if (length === 4) return this.#bytes.readInt32BE(at);
    const near = this.#bytes.readInt32BE(at) * 2 ** 32 + this.#bytes.readUInt32BE(at + 4);
    return Number.isSafeInteger(near) ? near : this.#bytes.readBigInt64BE(at);
  }

  /** A text column that is never null. */
  text(): string {
    const length = this.#length();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  #length(): number {
    this.#at += 4;
    return this.#bytes.readInt32BE(this.#at - 4);
  }
}

/** Runs a select and hands each row to `take`. @param query without parameters: COPY takes none */
export async function copyRows(tx: Queryable, query: string, take: (row: CopyRow) => void): Promise<void> {
  const stream: Readable = await tx.unsafe(`copy (${query}) to stdout (format binary)`).readable();
  const row = new CopyRow();
  let at = HEADER_BYTES;
  await new Promise<void>((resolve, reject) => {
    stream.on('data', (bytes: Buffer) => {
      while (row.begin(bytes, at)) {
        take(row);
        at = row.end;
      }
      // whole rows come together, never a part of one
      at = Math.max(0, at - bytes.length);
    });
    stream.on('end', resolve);
    stream.on('error', reject);
  });
  // the driver pauses its socket when rows come faster than they are taken, and nothing asks it to go on when those
  // were the last ones: the next statement of the connection would wait for ever
  stream._read(0);
}
