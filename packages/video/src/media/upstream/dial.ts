// The only door to the outside: a name is resolved, what it resolved to is checked, and exactly that address is connected to.
import { lookup } from 'node:dns/promises';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { type AllowList, isAllowed } from '../allow-list.ts';
import { type Resolve, SourceFault } from './source.ts';

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** @returns the address to connect to. @throws SourceFault `address-refused` when none that the name has is allowed */
export async function allowedAddress(
  { allowed, resolve }: { allowed: AllowList; resolve: Resolve },
  host: string,
  port: number,
): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(bare) ? [bare] : await resolve(bare);
  const address = addresses.find((one) => isAllowed(allowed, { host: bare, address: one, port }));
  if (address === undefined) throw new SourceFault('address-refused');
  return address;
}

/** A connected socket that `signal` destroys. */
export async function dial(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = tcpConnect({ host: address, port, noDelay: true });
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new SourceFault('offline')));
  });
  return socket;
}
