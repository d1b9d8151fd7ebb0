/** Batches work that costs little more for many things than for one: calls made while a batch runs form the next batch. */

/** Things that go together at most. */
const MOST = 50;

export type Some<Thing> = readonly [Thing, ...Thing[]];

type Waiting<Thing, Answer> = {
  thing: Thing;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * A call waits for others of the same turn of the event loop, and no longer.
 * @param work answers in the order of the things; when it throws, all calls of the batch reject
 * @param lanes how many such works are under way at most
 */
export function together<Thing, Answer>(
  work: (things: Some<Thing>) => Promise<Answer[]>,
  lanes = 1,
): (thing: Thing) => Promise<Answer> {
  const waiting: Waiting<Thing, Answer>[] = [];
  let underWay = 0;

  async function run(): Promise<void> {
    while (waiting[0]) {
      const some = waiting.splice(0, MOST) as [Waiting<Thing, Answer>, ...Waiting<Thing, Answer>[]];
      const [{ thing }, ...others] = some;
      try {
        const answers = await work([thing, ...others.map((each) => each.thing)]);
        for (const [n, { resolve }] of some.entries()) resolve(answers[n]!);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    underWay--;
  }

  return (thing) =>
    new Promise((resolve, reject) => {
      waiting.push({ thing, resolve, reject });
      if (underWay === lanes) return;
      underWay++;
      setImmediate(run);
    });
}
