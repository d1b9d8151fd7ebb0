/** Carries events to other processes: by PostgreSQL's NOTIFY, or by Redis/Valkey for a high fan-out. */
import type { Sql } from '#db/client.ts';

export type Transport = {
  /** Messages must be shorter than this, bytes. */
  limit: number;
  send(message: string): Promise<unknown>;
  /**
   * Receives every message, also this process's own; pollingTransport receives none.
   * @param onReady called after each connection
   */
  listen(onMessage: (message: string) => void, onReady: () => void): Promise<void>;
  stop(): Promise<void>;
  state(): TransportState;
};
export type TransportState = { ok: boolean; says: string };

export const CHANNEL = 'paperpit';

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
export const NOTIFY_BYTES = 7_900;

/**
 * For a database that carries no events (behind a pooler in transaction mode): each sent message calls `onReady`, so
 * that this process reads everything again.
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
