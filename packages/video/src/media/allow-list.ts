// The allow-list of camera and stream addresses. Pure functions: names are resolved elsewhere, and the resolved address is checked here.
import { BlockList, isIP } from 'node:net';

interface Ports {
  readonly first: number;
  readonly last: number;
}

interface Entry {
  /** A host name, lower case; null: a range of addresses. */
  readonly name: string | null;
  readonly addresses: BlockList | null;
  /** Empty: every port. */
  readonly ports: readonly Ports[];
}

export type AllowList = readonly Entry[];

/** Loopback, link-local (cloud metadata), multicast and unspecified addresses are never allowed by host name, only by an explicit range. */
const guarded = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  guarded.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  guarded.addSubnet(net, bits, 'ipv6');

/**
 * @param texts `10.0.0.0/8`, `10.1.2.3:554`, `camera.local:554,8000-8100`, `[fd00::]/8:554`
 * @throws an error that names the invalid entry: an allow-list that is partly ignored would be a security hole
 */
export function parseAllowList(texts: readonly string[]): AllowList {
  return texts.map((text) => {
    const entry = parseEntry(text.trim().toLowerCase());
    if (!entry) throw new Error(`this entry of the allow-list of video addresses cannot be read: ${text}`);
    return entry;
  });
}

/** Whether a connection to `address` (an IP) and `port`, resolved from the name `host`, is allowed. */
export function isAllowed(list: AllowList, { host, address, port }: { host: string; address: string; port: number }): boolean {
  const plain = withoutMapping(address);
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(plain) === 0) return false;
  return list.some(({ name, addresses, ports }) => {
    if (ports.length > 0 && !ports.some(({ first, last }) => port >= first && port <= last)) return false;
    if (addresses) return addresses.check(plain, family);
    return name === host.toLowerCase() && !guarded.check(plain, family);
  });
}

function parseEntry(text: string): Entry | null {
  const found = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<host>[a-z0-9._-]+))(?:\/(?<bits>\d{1,3}))?(?::(?<ports>[\d,-]+))?$/.exec(text);
  if (!found?.groups) return null;
  const { six, host = '', bits, ports } = found.groups;
  const parsedPorts = ports === undefined ? [] : parsePorts(ports);
  if (!parsedPorts) return null;
  const address = six ?? host;
  const version = isIP(address);
  if (version === 0) return six || bits !== undefined || /^[\d.]+$/.test(host) ? null : { name: host, addresses: null, ports: parsedPorts };
  if (six && version !== 6) return null;
  const most = version === 6 ? 128 : 32;
  const length = bits === undefined ? most : Number(bits);
  if (length > most) return null;
  const addresses = new BlockList();
  addresses.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  return { name: null, addresses, ports: parsedPorts };
}

function parsePorts(text: string): Ports[] | null {
  const ranges = text.split(',').map((part) => {
    const found = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part);
    const [first, last] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])];
    return found && first >= 1 && last <= 65_535 && first <= last ? { first, last } : null;
  });
  return ranges.includes(null) ? null : (ranges as Ports[]);
}

/** Converts ::ffff:10.1.2.3 to 10.1.2.3. */
const withoutMapping = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
