/** Reads millions of rows in PostgreSQL's binary COPY format, without an object for each row. */
import type { Readable } from 'node:stream';
import type { Queryable } from './client.ts';

/** Header: "PGCOPY\n\xff\r\n\0", flags, length of an extension. */
const HEADER_BYTES = 19;
const NULL = -1;

/** Reads the fields of one row in the sequence of the query's columns. */
export class CopyRow {
  #bytes: Buffer = Buffer.alloc(0);
  #offset = 0;

  /** Moves to the row at `offset`. @returns false at the end of `bytes` */
  begin(bytes: Buffer, offset: number): boolean {
    this.#bytes = bytes;
    this.#offset = offset + 2;
    return offset + 2 <= bytes.length && bytes.readInt16BE(offset) >= 0;
  }

  get end(): number {
    return this.#offset;
  }

  /** Reads an integer or bigint column: a number if that is exact, else a bigint; null for NULL. */
  whole(): number | bigint | null {
    const length = this.#length();
    if (length === NULL) return null;
    const offset = this.#offset;
    this.#offset += length;
    if (length === 4) return this.#bytes.readInt32BE(offset);
    const double = this.#bytes.readInt32BE(offset) * 2 ** 32 + this.#bytes.readUInt32BE(offset + 4);
    return Number.isSafeInteger(double) ? double : this.#bytes.readBigInt64BE(offset);
  }

  text(): string {
    const length = this.#length();
    this.#offset += length;
    return this.#bytes.toString('utf8', this.#offset - length, this.#offset);
  }

  #length(): number {
    this.#offset += 4;
    return this.#bytes.readInt32BE(this.#offset - 4);
  }
}

/** @param query has no parameters, because COPY accepts none */
export async function copyRows(tx: Queryable, query: string, take: (row: CopyRow) => void): Promise<void> {
  const stream: Readable = await tx.unsafe(`copy (${query}) to stdout (format binary)`).readable();
  const row = new CopyRow();
  let offset = HEADER_BYTES;
  await new Promise<void>((resolve, reject) => {
    stream.on('data', (bytes: Buffer) => {
      while (row.begin(bytes, offset)) {
        take(row);
        offset = row.end;
      }
      // no row is split between two chunks
      offset = Math.max(0, offset - bytes.length);
    });
    stream.on('end', resolve);
    stream.on('error', reject);
  });
  // The driver pauses its socket when rows arrive faster than they are read. After the last row only this call resumes
  // the socket; without it, the connection's next statement would never end.
  stream._read(0);
}
