/** The part of a Redis server that publishing and subscribing need (RESP3). */
import type { Socket } from 'bun';

export type FakeRedis = {
  url: string;
  /** Names of all commands so far, in upper case. */
  commands: string[];
  /** Closes every connection, as a restart does. */
  cut(): void;
  stop(): void;
};

type Peer = { buffer: string; subscribed: Set<string> };

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

export function fakeRedis(port: number): FakeRedis {
  const peers = new Set<Socket<Peer>>();
  const commands: string[] = [];

  function answer(socket: Socket<Peer>, [name = '', ...args]: string[]): void {
    commands.push(name.toUpperCase());
    switch (name.toUpperCase()) {
      case 'HELLO':
        socket.write(
          `%3\r\n${bulk('server')}${bulk('redis')}${bulk('version')}${bulk('7.4.0')}${bulk('proto')}:3\r\n`,
        );
        break;
      case 'SUBSCRIBE':
        for (const channel of args) {
          socket.data.subscribed.add(channel);
          socket.write(`>3\r\n${bulk('subscribe')}${bulk(channel)}:${socket.data.subscribed.size}\r\n`);
        }
        break;
      case 'PUBLISH': {
        const [channel = '', message = ''] = args;
        const hearers = [...peers].filter((peer) => peer.data.subscribed.has(channel));
        for (const peer of hearers) peer.write(`>3\r\n${bulk('message')}${bulk(channel)}${bulk(message)}`);
        socket.write(`:${hearers.length}\r\n`);
        break;
      }
      default:
        socket.write('+OK\r\n');
    }
  }

  /** Parses commands, which are arrays of bulk strings; in latin1 each character is one byte. */
  function take(socket: Socket<Peer>): void {
    for (;;) {
      const { buffer } = socket.data;
      const head = /^\*(\d+)\r\n/.exec(buffer);
      if (!head) return;
      let offset = head[0].length;
      const words: string[] = [];
      for (let i = 0; i < Number(head[1]); i++) {
        const size = /^\$(\d+)\r\n/.exec(buffer.slice(offset));
        if (!size) return;
        const from = offset + size[0].length;
        const to = from + Number(size[1]);
        if (buffer.length < to + 2) return;
        words.push(Buffer.from(buffer.slice(from, to), 'latin1').toString());
        offset = to + 2;
      }
      socket.data.buffer = buffer.slice(offset);
      answer(socket, words);
    }
  }

  const listener = Bun.listen<Peer>({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(socket) {
        socket.data = { buffer: '', subscribed: new Set() };
        peers.add(socket);
      },
      data(socket, bytes) {
        socket.data.buffer += bytes.toString('latin1');
        take(socket);
      },
      close: (socket) => void peers.delete(socket),
    },
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    commands,
    cut() {
      for (const peer of peers) peer.terminate();
    },
    stop: () => listener.stop(true),
  };
}
