/** A browser's socket in the test's hand. */

import { ServerMessageSchema } from '#core/contract/socket.ts';

export type Message = Record<string, unknown>;
export type Socket = {
  /** Everything received so far. */
  messages: Message[];
  send(message: unknown): void;
  /** Sends text as it is. */
  raw(text: string): void;
  /** The first message, already received or still to come, that `matches`; each is handed out once. */
  next(matches: (message: Message) => boolean): Promise<Message>;
  /** The code it was closed with. */
  closed: Promise<number>;
  close(): Promise<number>;
};

/** @param headers such as cookie and origin @throws when the upgrade is refused */
export async function openSocket(url: string, headers: Record<string, string>): Promise<Socket> {
  const options = { headers } as unknown as string[];
  const ws = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, options);
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
    // an error here fails the test that is running: the server says nothing that is not in the table
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

/** Cookie and Origin as a browser on one of our pages sends them. */
export function asBrowser(
  url: string,
  client: { cookies: ReadonlyMap<string, string> },
): Record<string, string> {
  return { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: url };
}
