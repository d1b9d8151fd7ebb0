/** Connections that notice when the other side has stopped answering without hanging up. */
import { Socket } from 'node:net';

/** What the driver knows about the server when it asks for a socket. */
export type SocketAddress = { host: string[]; port: number[]; path: string | false };

const CHECK_MS = 500;

/**
 * Makes the driver's sockets. `statement_timeout` is the server's own, so it does not help when the server is frozen
 * or the network swallows what we send: a socket that was written to and has heard nothing for `silence` ms is
 * destroyed, which rejects its statements. `silence` has to be longer than any statement may take.
 */
export function watchfulSockets(silence: number): (address: SocketAddress) => Socket {
  let turn = 0;
  return ({ host, port, path }) => {
    const socket = new Socket();
    const index = turn++ % host.length;
    // later: the driver listens for errors only when it has the socket
    setImmediate(() => {
      if (socket.destroyed) return;
      if (path) socket.connect(path);
      else socket.connect(port[index] ?? port[0] ?? 5432, host[index] ?? 'localhost');
      // after connect(), which puts the socket's own write back in its place
      watch(socket, silence);
    });
    // the name the driver checks a certificate against
    Object.assign(socket, { host: host[index], port: port[index] });
    return socket;
  };
}

function watch(socket: Socket, silence: number) {
  /** The first write since something was last heard. */
  let waiting: { since: number; heard: number } | undefined;
  const write = socket.write.bind(socket);
  socket.write = ((...args: Parameters<typeof write>) => {
    if (waiting?.heard !== socket.bytesRead) waiting = { since: performance.now(), heard: socket.bytesRead };
    return write(...args);
  }) as typeof socket.write;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else if (waiting && waiting.heard === socket.bytesRead && performance.now() - waiting.since > silence) {
      const error = new Error(`PostgreSQL has not answered for ${silence} ms`);
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }
  }, CHECK_MS).unref();
}
