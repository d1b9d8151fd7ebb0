/** Finds the address that a request comes from, as far as the settings trust a proxy. */
import { isIP } from 'node:net';

/** The method of Bun's server that returns the peer of a request's connection. */
type Peers = { requestIP(request: Request): { address: string } | null };

export type Addresses = ReturnType<typeof createAddresses>;

/** @param onUnreadable called once, with the first entry of a trusted proxy that is not an address */
export function createAddresses(
  settings: { /** Number of proxies in front of the server. */ trustProxy: number },
  onUnreadable: (entry: string) => void = () => {},
) {
  let peers: Peers | null = null;
  let isReadable = true;
  return {
    /** Sets the server that the requests arrive at. Before this call every peer is 'unknown'. */
    attach(server: Peers) {
      peers = server;
    },
    /** Returns the address of the peer, without regard to proxies. */
    peerOf: (request: Request): string | undefined => peers?.requestIP(request)?.address,
    /**
     * False once a trusted proxy sent an entry that is no address. Such a request counts under the proxy's own address.
     */
    isReadable: () => isReadable,
    /** Returns the client address under which rate limits count `request`. */
    of(request: Request): string {
      const entry = isReadable ? claimOf(request.headers, settings.trustProxy) : '';
      if (entry !== '' && addressIn(entry) === null) {
        isReadable = false;
        onUnreadable(entry);
      }
      return clientAddress(request.headers, peers?.requestIP(request)?.address, settings.trustProxy);
    },
  };
}

/**
 * Returns the address that a request counts under. Behind `trustProxy` proxies, each of which appends the address it
 * sees, this is the entry of X-Forwarded-For at that position from the right; any entry further left is the client's
 * own claim.
 * @param peer the other end of the TCP connection
 */
export function clientAddress(headers: Headers, peer: string | undefined, trustProxy: number): string {
  return groupAddress(addressIn(claimOf(headers, trustProxy)) ?? peer ?? 'unknown');
}

/** Returns the entry of X-Forwarded-For that the outermost trusted proxy wrote; empty without one. */
function claimOf(headers: Headers, trustProxy: number): string {
  const entries = trustProxy > 0 ? (headers.get('x-forwarded-for') ?? '').split(',') : [];
  return (entries.at(-trustProxy) ?? '').trim();
}

/**
 * Returns the address in an entry, which some proxies write with a port, in brackets or in quotes; null when there is
 * none.
 */
function addressIn(entry: string): string | null {
  const bare = entry.replace(/^"(.*)"$/, '$1');
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(bare)?.[1] ?? bare.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) ? address : null;
}

/** Returns the network of an address from `clientAddress`: the /24 of an IPv4 address, the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  return isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : address;
}

/** Returns the /64 of an IPv6 address, which is one household. An IPv4-mapped IPv6 address becomes the IPv4 address. */
function groupAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const leading = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - leading.length - right.length);
  const words = [...leading, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${words
    .slice(0, 4)
    .map((word) => Number.parseInt(word, 16).toString(16))
    .join(':')}::/64`;
}
