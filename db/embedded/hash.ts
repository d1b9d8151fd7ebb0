/** 16 hex digits that stand for `text` where a path has to be short. */
export function shortHash(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 16);
}
