/** Carries events to the other processes: PostgreSQL's NOTIFY, or Redis/Valkey where the fan-out is high. */
import type { Sql } from '#db/client.ts';

export type Transport = {
  /** Messages must be shorter than this, bytes. */
  limit: number;
  send(message: string): Promise<unknown>;
  /**
   * Receives every message, including those of this process; pollingTransport receives none.
   * @param onReady called after each (re)connection
   */
  listen(onMessage: (message: string) => void, onReady: () => void): Promise<void>;
  stop(): Promise<void>;
  /** `ok`: sending and receiving work. */
  state(): TransportState;
};
export type TransportState = { ok: boolean; says: string };

export const CHANNEL = 'paperpit';

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
export const NOTIFY_BYTES = 7_900;

/**
 * Replaces a database that cannot carry events (behind a pooler in transaction mode): each sent message calls
 * `onReady`, so that this process reads everything again.
 */
export function pollingTransport(): Transport {
  let again = () => {};
  return {
    limit: NOTIFY_BYTES,
    state: () => ({ ok: false, says: 'polling' }),
    send: async () => again(),
    async listen(_, onReady) {
      again = onReady;
      onReady();
    },
    async stop() {
      again = () => {};
    },
  };
}

export function postgresTransport(sql: Sql): Transport {
  let unlisten: (() => Promise<unknown>) | undefined;
  return {
    state: () => ({ ok: unlisten !== undefined, says: 'postgres' }),
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
