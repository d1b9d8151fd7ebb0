/** Sockets that reconnect after a random delay; the pages' sockets (framework/browser/socket.ts) wait three seconds. */
import type { Client } from '#tests/helpers/client.ts';
import { asBrowser } from '#tests/helpers/socket.ts';
import { until } from '#tests/helpers/until.ts';

const LEAST_MS = 500;
const MOST_MS = 2_000;

export type Message = { type: string; active?: boolean; at: number };

export class Tab {
  readonly url: string;
  readonly client: Client;
  readonly messages: Message[] = [];
  readonly codes: number[] = [];
  #socket: WebSocket | null = null;
  #isOver = false;

  constructor(url: string, client: Client) {
    this.url = url;
    this.client = client;
    this.#open();
  }

  #open() {
    const headers = asBrowser(this.url, this.client);
    const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/ws`, { headers } as unknown as string[]);
    this.#socket = socket;
    socket.onmessage = (event) =>
      this.messages.push({ ...JSON.parse(String(event.data)), at: performance.now() });
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
    };
    socket.onclose = (event) => {
      // A refused connection loses nothing; it is retried.
      if (wasOpen) this.codes.push(event.code);
      if (!this.#isOver) setTimeout(() => this.#open(), LEAST_MS + Math.random() * (MOST_MS - LEAST_MS));
    };
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Waits for the first message after `since` that `matches`, and returns it. */
  async next(since: number, matches: (message: Message) => boolean): Promise<Message> {
    const find = () => this.messages.find((message) => message.at > since && matches(message));
    return (await until(find))!;
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.close();
  }
}

export async function openTabs(url: string, clients: readonly Client[]): Promise<Tab[]> {
  const tabs = clients.map((client) => new Tab(url, client));
  await until(() => tabs.every((tab) => tab.isOpen));
  return tabs;
}
