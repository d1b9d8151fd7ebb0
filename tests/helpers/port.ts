/** Ports below 32768: above, the system hands them out to outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      Bun.listen({ hostname: '0.0.0.0', port, socket: { data() {} } }).stop(true);
      return port;
    } catch {
      // taken: try another
    }
  }
}
