// The guard of connections to addresses that do not stand in our own network: the name is resolved, every address checked, and exactly a checked one is
// connected to, whatever the name says by then.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type AllowList, isAllowed } from '@lookout/video/allow-list';

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Ranges that are not of the public internet (IANA special-purpose registries): an outside address must not be a way into the own network. */
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
/** Of IPv6 only what is given out as global unicast is outside; in it, what carries an IPv4 address or is for documents is not. */
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

/** Named ones by http or https; of the public internet https only, for what is said of a fire must not be read on the way. */
export function isReachable(allowed: AllowList, url: URL, address: string): boolean {
  return isAllowed(allowed, { host: bareHost(url), address, port: portOf(url) }) || (url.protocol === 'https:' && isPublic(address));
}

export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

export const resolveByDns: Resolve = (host) =>
  new Promise((found, failed) => {
    dnsLookup(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)));
  });

/** The address to connect to; null where none of the name's may be reached. */
export async function reachableAddress(
  url: URL,
  { allowed, resolve, signal }: { readonly allowed: AllowList; readonly resolve: Resolve; readonly signal: AbortSignal },
): Promise<LookupAddress | null> {
  const host = bareHost(url);
  const family = isIP(host);
  const addresses = family === 0 ? await within(signal, resolve(host)) : [{ address: host, family }];
  return addresses.find((one) => isReachable(allowed, url, one.address)) ?? null;
}

/** For `http.request`: connects to this very address. */
export const pinnedTo =
  ({ address, family }: LookupAddress): LookupFunction =>
  (_host, { all }, done) => {
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };

/** A name server that does not answer counts as silence too. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason), { once: true });
    work.then(done, failed);
  });
