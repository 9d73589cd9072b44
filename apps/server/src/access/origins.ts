// Decides which pages may call this server: its own, and pages of the sites that a setting names. Browsers name the site of the page in
// `Origin`. Programs send no `Origin` and are accepted.
import type { IncomingMessage } from 'node:http';

interface Sites {
  /** Sites such as `https://desk.example`, in addition to the server's own host. */
  readonly allowedOrigins: readonly string[];
  readonly isTrustedProxy: (address: string) => boolean;
}

/** Returns the host without its port: proxies forward the host without it, and cookies do not distinguish ports either. */
function hostnameOf(host: string): string | null {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
}

/** @returns whether a request comes from a page of an accepted site, or from no page at all */
export function ownPages({ allowedOrigins, isTrustedProxy }: Sites): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean {
  return ({ headers, socket }) => {
    const { origin, host } = headers;
    if (origin === undefined) return true;
    if (allowedOrigins.includes(origin.toLowerCase())) return true;
    if (!URL.canParse(origin)) return false;
    const forwarded = isTrustedProxy(socket.remoteAddress ?? '') ? headers['x-forwarded-host'] : undefined;
    const hosts = [host, ...[forwarded ?? []].flat()].filter((one) => one !== undefined && one !== '');
    return hosts.some((one) => hostnameOf(one as string) === new URL(origin).hostname);
  };
}
