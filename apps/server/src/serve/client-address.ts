// Whose call it is, by address: the one that connects, or behind a reverse proxy of TRUSTED_PROXIES the one for which it speaks.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An IPv4 address as an IPv6 socket writes it. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** null: one of the entries is neither an address nor a network. */
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

export interface ClientAddresses {
  isTrusted(address: string): boolean;
  of(request: IncomingMessage): string;
}

/** @throws Error for an entry that config.ts would have refused */
export function clientAddresses(proxies: readonly string[]): ClientAddresses {
  const list = addressList(proxies);
  if (list === null) throw new Error('a trusted proxy is neither an address nor a network');
  const isTrusted = (address: string): boolean => isIP(plain(address)) !== 0 && list.check(plain(address), familyOf(plain(address)));
  return {
    isTrusted,
    of({ socket, headers }) {
      // From the nearest back: what a proxy that is not ours, or the caller himself, wrote before it counts for nothing.
      const named = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
      const chain = named.map((name) => plain(name.trim())).filter((name) => name !== '');
      let address = plain(socket.remoteAddress ?? '');
      while (isTrusted(address)) {
        const before = chain.pop();
        if (before === undefined || isIP(before) === 0) break;
        address = before;
      }
      return address;
    },
  };
}
