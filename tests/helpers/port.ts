const reservations: { unref(): void }[] = [];

/**
 * Nobody else's until this process ends: whoever asks for one before us may listen on it only later.
 * Below 32768: above, the system hands them out to outgoing connections.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      // a name of Linux's that is no file, and goes with its process
      const reservation = Bun.listen({ unix: `\0paperpit-port-${port}`, socket: { data() {} } });
      reservation.unref();
      reservations.push(reservation);
      Bun.listen({ hostname: '0.0.0.0', port, socket: { data() {} } }).stop(true);
      return port;
    } catch {
      // taken: try another
    }
  }
}
