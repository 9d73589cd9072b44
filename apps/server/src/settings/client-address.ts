// Determines the address that a call comes from: the connecting address, or behind a reverse proxy of TRUSTED_PROXIES the address that the
// proxy forwards. Locks, rates and the audit use it, so each client has one spelling: no port, no brackets, IPv4 as IPv4.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';

/** A host that is reachable only from this machine. */
export const LOOPBACK = /^(127\.|::1$|localhost$)/;

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @returns null if one of the entries is neither an address nor a network */
export function addressList(entries: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, ...more] = entry.split('/');
    const most = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1;
    if (most < 0 || more.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) return null;
    list.addSubnet(address, bits === undefined ? most : Number(bits), familyOf(address));
  }
  return list;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/**
 * Returns an address in the spelling of this server: IPv6 in its shortest form (RFC 5952) without its zone, an IPv4 address within IPv6 as
 * IPv4. null: it is not an address.
 */
function canonical(text: string): string | null {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : null;
  const { address } = new SocketAddress({ address: text.replace(/%.*$/, ''), family: 'ipv6' });
  return MAPPED.exec(address)?.[1] ?? address;
}

/** Returns the address of `ip`, `ip:port`, `[v6]` or `[v6]:port`; null for anything else (`unknown`, `_hidden`, a name). */
export function forwardedAddress(node: string): string | null {
  const text = node.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\w+)?$/.exec(text) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? canonical(bracketed) : null;
  return canonical(text) ?? canonical(text.replace(/:\d{1,5}$/, ''));
}

const FORWARDED_PAIR = /(?:^|[;,])\s*([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*))\s*/giy;

/**
 * Reads the `for` of each hop and the `proto` of the nearest hop from a `Forwarded` header (RFC 7239). null: the header cannot be parsed
 * and is ignored.
 */
function readForwarded(header: string): { readonly nodes: readonly string[]; readonly proto: string | null } | null {
  const nodes: string[] = [];
  let proto: string | null = null;
  let end = 0;
  for (const { 0: pair, 1: name, 2: quoted, 3: token } of header.matchAll(FORWARDED_PAIR)) {
    end += pair.length;
    // A comma starts a new hop.
    if (pair.startsWith(',')) proto = null;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
    if (name?.toLowerCase() === 'for') nodes.push(value);
    if (name?.toLowerCase() === 'proto') proto = value.toLowerCase();
  }
  return end === header.length ? { nodes, proto } : null;
}

const joined = (header: string | string[] | undefined): string => [header ?? []].flat().join(',');
const listed = (header: string): string[] => header.split(',').filter((name) => name.trim() !== '');

export interface ClientAddresses {
  isTrusted(address: string): boolean;
  /**
   * Returns the caller's address. It never throws, and the address is never empty for a connected socket. Proxies write either
   * `X-Forwarded-For` or `Forwarded`. The other header arrives unchanged from the caller, so where the two name different clients neither
   * counts, and the call is attributed to the proxy.
   */
  of(request: IncomingMessage): string;
  /** The protocol by which the nearest trusted proxy was called, from `Forwarded`; null: the header does not state it. */
  protocolOf(request: IncomingMessage): 'http' | 'https' | null;
}

/** @throws Error for an entry that config.ts would have refused */
export function clientAddresses(proxies: readonly string[]): ClientAddresses {
  const list = addressList(proxies);
  if (list === null) throw new Error('a trusted proxy is neither an address nor a network');
  const isTrusted = (address: string): boolean => {
    const own = canonical(address);
    return own !== null && list.check(own, familyOf(own));
  };
  /** Walks back from the nearest hop. Entries written by an untrusted proxy or by the caller himself are ignored. */
  const furthest = (connected: string, names: readonly string[]): string => {
    let address = connected;
    for (const name of names.toReversed()) {
      const before = isTrusted(address) ? forwardedAddress(name) : null;
      if (before === null) break;
      address = before;
    }
    return address;
  };
  const connectedOf = ({ socket }: IncomingMessage): string => canonical(socket.remoteAddress ?? '') ?? socket.remoteAddress ?? '';
  return {
    isTrusted,
    of(request) {
      const connected = connectedOf(request);
      if (!isTrusted(connected)) return connected;
      const { forwarded, 'x-forwarded-for': named } = request.headers;
      const byName = named === undefined ? null : furthest(connected, listed(joined(named)));
      const hops = forwarded === undefined ? null : (readForwarded(joined(forwarded))?.nodes ?? []);
      const byHop = hops === null ? null : furthest(connected, hops);
      if (byName !== null && byHop !== null) return byName === byHop ? byName : connected;
      return byName ?? byHop ?? connected;
    },
    protocolOf(request) {
      const { forwarded } = request.headers;
      const proto = forwarded !== undefined && isTrusted(connectedOf(request)) ? readForwarded(joined(forwarded))?.proto : null;
      return proto === 'http' || proto === 'https' ? proto : null;
    },
  };
}
