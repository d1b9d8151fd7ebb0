/** The route `/ws`: checks the session and the limits, and connects Bun's socket with the hub. */
import { Elysia } from 'elysia';
import { fail } from '#core/refusals/refusals.ts';
import { fromOurPages } from '#framework/http/security.ts';
import type { Session } from '../account/sessions.ts';
import { languages } from '../platform/say.ts';
import type { Services } from '../services.ts';
import type { Client, Wire } from './clients.ts';

/**
 * Bun's limits for sockets. They belong to the server, so the root app passes them to its constructor. A message over
 * 4 KiB closes the socket with 1009. A client with 256 KiB unread gets no messages until it has read them, and is
 * closed when it reads nothing for a minute. The hub closes clients that answer no ping.
 */
export const SOCKET_LIMITS = {
  maxPayloadLength: 4096,
  backpressureLimit: 256 * 1024,
  closeOnBackpressureLimit: false,
  idleTimeout: 60,
  perMessageDeflate: false,
} as const;

type Upgrade = { request: Request };

export function realtime(services: Pick<Services, 'addresses' | 'hub' | 'limits' | 'sessions' | 'settings'>) {
  const { addresses, hub, limits, sessions, settings } = services;
  const admitted = new WeakMap<Request, Session>();
  const clients = new WeakMap<object, Client>();

  return new Elysia({ name: 'realtime' })
    .onStart(({ server }) => {
      if (server) hub.attach(server);
    })
    .ws('/ws', {
      // in an array, because a bare function runs twice per upgrade
      beforeHandle: [
        async ({ request }: Upgrade) => {
          if (!fromOurPages(request, settings)) throw fail('BAD_ORIGIN');
          const session = await sessions.read(request);
          await limits.count('socket', { account: session?.user.id, address: addresses.of(request) });
          if (!session) throw fail('SIGNED_OUT');
          admitted.set(request, session);
        },
      ],
      open(ws) {
        const { request } = ws.data as unknown as Upgrade;
        const session = admitted.get(request);
        if (!session) return ws.close(1008, 'signed out');
        const locale = languages.carried(request.url) ?? languages.preferred(request, session.user);
        const who = { userId: session.user.id, session: session.tokenHash, locale };
        clients.set(ws.raw, hub.open(ws.raw as unknown as Wire, who));
      },
      async message(ws, message) {
        const client = clients.get(ws.raw);
        if (client) await hub.message(client, message);
      },
      pong(ws) {
        // here `ws` is Bun's own socket, unlike in the other handlers
        const client = clients.get(ws);
        if (client) hub.answered(client);
      },
      drain(ws) {
        const client = clients.get(ws.raw);
        if (client) hub.drained(client);
      },
      close(ws) {
        const client = clients.get(ws.raw);
        if (client) hub.close(client);
      },
    });
}
