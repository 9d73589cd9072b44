// Guards connections to addresses outside the own network: the name is resolved, every address is checked, and the connection goes to
// exactly a checked address, even if the name resolves differently by then.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type AllowList, isAllowed } from '@lookout/video/allow-list';

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * Ranges that do not belong to the public internet (IANA special-purpose registries): an outside address must not lead into the own
 * network.
 */
const inner = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4');
/** IPv6 addresses count as public only if they are global unicast, except those that embed an IPv4 address or are for documentation. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inner.addSubnet(net, bits, 'ipv6');

const isPublic = (address: string): boolean =>
  isIP(address) === 4 ? !inner.check(address, 'ipv4') : global6.check(address, 'ipv6') && !inner.check(address, 'ipv6');

/**
 * Hosts of the allow list are reachable by http or https. The public internet is reachable by https only, because data about a fire must
 * not be readable in transit.
 */
export function isReachable(allowed: AllowList, url: URL, address: string): boolean {
  return isAllowed(allowed, { host: bareHost(url), address, port: portOf(url) }) || (url.protocol === 'https:' && isPublic(address));
}

export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

export const resolveByDns: Resolve = (host) =>
  new Promise((found, failed) => {
    dnsLookup(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)));
  });

/** Returns the address to connect to; null if no address of the name may be reached. */
export async function reachableAddress(
  url: URL,
  { allowed, resolve, signal }: { readonly allowed: AllowList; readonly resolve: Resolve; readonly signal: AbortSignal },
): Promise<LookupAddress | null> {
  const host = bareHost(url);
  const family = isIP(host);
  const addresses = family === 0 ? await within(signal, resolve(host)) : [{ address: host, family }];
  return addresses.find((one) => isReachable(allowed, url, one.address)) ?? null;
}

/** A `lookup` for `http.request` that always returns this address. */
export const pinnedTo =
  ({ address, family }: LookupAddress): LookupFunction =>
  (_host, { all }, done) => {
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

/** A name server that does not answer counts as a timeout too. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason), { once: true });
    work.then(done, failed);
  });
