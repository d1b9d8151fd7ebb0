const reservations: { unref(): void }[] = [];

/**
 * Returns a port that no other test gets until this process exits. Below 32768, because the system uses higher ports for
 * outgoing connections.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      // an abstract socket of Linux: no file, and released with its process
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
