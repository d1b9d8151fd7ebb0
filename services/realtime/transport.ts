/** How events reach the other processes: PostgreSQL's NOTIFY, or Redis/Valkey where the fan-out is high. */
import type { Sql } from '#db/client.ts';

export type Transport = {
  /** A message must be shorter than this, bytes. */
  limit: number;
  send(message: string): Promise<unknown>;
  /** Hears every message, its own too. @param onReady called whenever it (again) listens */
  listen(onMessage: (message: string) => void, onReady: () => void): Promise<void>;
  stop(): Promise<void>;
};

export const CHANNEL = 'paperpit';

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
export const NOTIFY_BYTES = 7_900;

export function postgresTransport(sql: Sql): Transport {
  let unlisten: (() => Promise<unknown>) | undefined;
  return {
    limit: NOTIFY_BYTES,
    send: (message) => sql.notify(CHANNEL, message),
    async listen(onMessage, onReady) {
      ({ unlisten } = await sql.listen(CHANNEL, onMessage, onReady));
    },
    async stop() {
      await unlisten?.().catch(() => {});
    },
  };
}
