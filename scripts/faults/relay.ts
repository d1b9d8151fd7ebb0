/** A stretch of network between two programs that can be slow, or let nothing through without hanging up. */
import { freePort } from '#tests/helpers/port.ts';

type Side = { other: Bun.Socket<Side> | null; waiting: Buffer[] };

export type Relay = Awaited<ReturnType<typeof startRelay>>;

/** @param target a port of this machine */
export async function startRelay(target: number) {
  const port = await freePort();
  /** What is on its way while nothing gets through: sent again later, as TCP does. */
  let held: (() => void)[] | null = null;
  let delayMs = 0;
  const pass = (socket: Bun.Socket<Side>, bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    const send = () => {
      const { other, waiting } = socket.data;
      if (other) other.write(copy);
      else waiting.push(copy);
    };
    if (held) held.push(send);
    else if (delayMs > 0) setTimeout(send, delayMs);
    else send();
  };
  const close = (socket: Bun.Socket<Side>) => {
    socket.data.other?.end();
  };
  async function join(near: Bun.Socket<Side>): Promise<void> {
    const far = await Bun.connect<Side>({
      ...{ hostname: '127.0.0.1', port: target, data: { other: near, waiting: [] } },
      socket: { data: pass, close },
    }).catch(() => null);
    near.data.other = far;
    if (!far) near.end();
    for (const bytes of near.data.waiting.splice(0)) far?.write(bytes);
  }
  const listener = Bun.listen<Side>({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(socket) {
        socket.data = { other: null, waiting: [] };
        void join(socket);
      },
      data: pass,
      close,
    },
  });
  return {
    port,
    /** Nothing gets through any more, and nobody is told. */
    block(): void {
      held ??= [];
    },
    unblock(): void {
      const late = held ?? [];
      held = null;
      for (const send of late) send();
    },
    /** Each way takes so much longer, ms. */
    delay(ms: number): void {
      delayMs = ms;
    },
    stop: () => listener.stop(true),
  };
}
