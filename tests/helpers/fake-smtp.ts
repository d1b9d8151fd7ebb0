/** The part of a mail server that accepts messages (RFC 5321), on a free port. */
import type { Socket } from 'bun';
import PostalMime, { type Email } from 'postal-mime';

export type TakenMail = { from: string; to: string[]; raw: string; mail: Email };

export type FakeSmtp = {
  url: string;
  /** Returns the next message that no test has read yet, and waits for it if necessary. */
  next(): Promise<TakenMail>;
  stop(): void;
};

type Session = { buffer: string; inData: boolean; from: string; to: string[] };

/** @param refuse responds to every RCPT with a permanent failure */
export function fakeSmtp({ refuse = false } = {}): FakeSmtp {
  const taken: TakenMail[] = [];
  const waiting: ((mail: TakenMail) => void)[] = [];

  async function take({ from, to }: Session, raw: string): Promise<void> {
    const mail = { from, to, raw, mail: await PostalMime.parse(raw) };
    const reader = waiting.shift();
    if (reader) reader(mail);
    else taken.push(mail);
  }

  function command(socket: Socket<Session>, line: string): void {
    const session = socket.data;
    const verb = line.slice(0, 4).toUpperCase();
    const path = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO' || verb === 'HELO') socket.write('250-stand-in\r\n250 8BITMIME\r\n');
    else if (verb === 'MAIL') {
      Object.assign(session, { from: path, to: [] });
      socket.write('250 OK\r\n');
    } else if (verb === 'RCPT') {
      session.to.push(path);
      socket.write(refuse ? '550 No such mailbox\r\n' : '250 OK\r\n');
    } else if (verb === 'DATA') {
      session.inData = true;
      socket.write('354 Go on\r\n');
    } else if (verb === 'QUIT') socket.end('221 Bye\r\n');
    else socket.write('250 OK\r\n');
  }

  const server = Bun.listen<Session>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { buffer: '', inData: false, from: '', to: [] };
        socket.write('220 stand-in ESMTP\r\n');
      },
      data(socket, bytes) {
        const session = socket.data;
        session.buffer += bytes.toString('latin1');
        for (;;) {
          const mark = session.inData ? '\r\n.\r\n' : '\r\n';
          const end = session.buffer.indexOf(mark);
          if (end < 0) return;
          const text = session.buffer.slice(0, end);
          session.buffer = session.buffer.slice(end + mark.length);
          if (session.inData) {
            session.inData = false;
            void take(session, text.replace(/^\.\./gm, '.'));
            socket.write('250 Taken\r\n');
          } else command(socket, text);
        }
      },
    },
  });

  return {
    url: `smtp://127.0.0.1:${server.port}`,
    next: () => {
      const mail = taken.shift();
      return mail ? Promise.resolve(mail) : new Promise((found) => waiting.push(found));
    },
    stop: () => server.stop(true),
  };
}
