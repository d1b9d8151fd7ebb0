/** Works on all things, so many at a time. @param lanes how many are under way at most */
export async function sideBySide<T>(
  things: Iterable<T>,
  lanes: number,
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  const queue = things[Symbol.iterator]();
  const lane = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
