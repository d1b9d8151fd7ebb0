/** One thing after another per key, different keys side by side. */
export type Queue<Key> = <T>(key: Key, job: () => Promise<T>) => Promise<T>;

/** Jobs of one key run in the order they came; a job that fails does not stop the next. */
export function createQueue<Key>(): Queue<Key> {
  const tails = new Map<Key, Promise<unknown>>();
  return <T>(key: Key, job: () => Promise<T>): Promise<T> => {
    const result = (tails.get(key) ?? Promise.resolve()).then(job);
    const tail: Promise<unknown> = result
      .catch(() => {})
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return result;
  };
}
