// Addresses for browsers, the address for a child process, and free ports.

import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

type Interfaces = ReturnType<typeof networkInterfaces>;

/** @param host the address that the server listens on; 0.0.0.0 and :: mean all interfaces */
export function addressesOf(scheme: 'http' | 'https', host: string, port: number, interfaces: Interfaces = networkInterfaces()): string[] {
  const hosts = host === '0.0.0.0' || host === '::' ? allOf(host, interfaces) : [host];
  return hosts.map((one) => `${scheme}://${isIPv6(one) ? `[${one}]` : one}:${port}/`);
}

function allOf(host: string, interfaces: Interfaces): string[] {
  const found = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    // A link-local IPv6 address needs a zone, which browsers do not accept.
    .filter(({ family, address }) => family === 'IPv4' || (host === '::' && !address.startsWith('fe80')))
    .map(({ address, internal }) => ({ address, internal }));
  return [...found.filter(({ internal }) => internal), ...found.filter(({ internal }) => !internal)].map(({ address }) => address);
}

/** The address for a child process on this machine. */
export function loopbackOf(scheme: 'http' | 'https', host: string, port: number): string {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${isIPv6(own) ? `[${own}]` : own}:${port}`;
}

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
