/** A browser's socket that the test controls. */

import { ServerMessageSchema } from '#core/contract/socket.ts';

export type Message = Record<string, unknown>;
export type Socket = {
  /** All received messages so far. */
  messages: Message[];
  send(message: unknown): void;
  /** Sends text unchanged. */
  raw(text: string): void;
  /** Returns the first message that `matches`, received already or later; returns each message once. */
  next(matches: (message: Message) => boolean): Promise<Message>;
  /** The close code. */
  closed: Promise<number>;
  close(): Promise<number>;
};

/** @param headers such as cookie and origin @param query of the socket's address @throws when the upgrade is refused */
export async function openSocket(url: string, headers: Record<string, string>, query = ''): Promise<Socket> {
  const options = { headers } as unknown as string[];
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/ws${query}`, options);
  const messages: Message[] = [];
  const taken = new Set<Message>();
  const waiting = new Set<() => void>();
  const closed = new Promise<number>((resolve) => {
    ws.onclose = (event) => {
      for (const look of waiting) look();
      resolve(event.code);
    };
  });
  ws.onmessage = (event) => {
    // an error here fails the running test: the server sends no message outside of the table
    messages.push(ServerMessageSchema.parse(JSON.parse(String(event.data))));
    for (const look of waiting) look();
  };
  await new Promise<void>((resolve, reject) => {
    ws.onopen = () => resolve();
    ws.onerror = () => reject(new Error('the upgrade was refused'));
  });

  return {
    messages,
    closed,
    send: (message) => ws.send(JSON.stringify(message)),
    raw: (text) => ws.send(text),
    next: (matches) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = messages.find((m) => !taken.has(m) && matches(m));
          if (match) {
            taken.add(match);
            waiting.delete(look);
            resolve(match);
          } else if (ws.readyState === WebSocket.CLOSED) {
            waiting.delete(look);
            reject(new Error(`the socket closed; it had received ${JSON.stringify(messages)}`));
          }
        };
        waiting.add(look);
        look();
      }),
    async close() {
      ws.close();
      return await closed;
    },
  };
}

/** Returns Cookie and Origin as a browser on one of the site's pages sends them. */
export function asBrowser(
  url: string,
  client: { cookies: ReadonlyMap<string, string> },
): Record<string, string> {
  return { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: url };
}
