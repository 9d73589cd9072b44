// The only way from here to addresses that users gave (webhooks, push endpoints of browsers): the name is resolved, every address checked, and exactly a checked
// one is connected to. No redirect is followed.
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type AllowList, isAllowed, parseAllowList } from '@lookout/video/allow-list';
import { NotSent } from './not-sent.ts';

export interface OutsidePost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
}

export interface Outside {
  /** @returns the status of the answer @throws NotSent when the address is not allowed, unreachable or silent */
  post(message: OutsidePost): Promise<number>;
}

interface OutsideOptions {
  /** Entries of NOTIFY_HOSTS: of the own network. */
  readonly hosts: readonly string[];
  readonly resolve?: Resolve;
  readonly budgetMs?: number;
}

type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** As of other outside services. */
const BUDGET_MS = 5_000;

/** Ranges that are not of the public internet (IANA special-purpose registries): a webhook must not be a way into the own network. */
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
  const isHttps = url.protocol === 'https:';
  const port = Number(url.port || (isHttps ? 443 : 80));
  return isAllowed(allowed, { host: bareHost(url), address, port }) || (isHttps && isPublic(address));
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const resolveByDns: Resolve = (host) =>
  new Promise((found, failed) => {
    dnsLookup(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)));
  });

export function createOutside({ hosts, resolve = resolveByDns, budgetMs = BUDGET_MS }: OutsideOptions): Outside {
  const allowed = parseAllowList(hosts);

  const addressOf = async (url: URL, signal: AbortSignal): Promise<LookupAddress> => {
    const host = bareHost(url);
    const family = isIP(host);
    const addresses = family === 0 ? await within(signal, resolve(host)) : [{ address: host, family }];
    const address = addresses.find((one) => isReachable(allowed, url, one.address));
    if (address === undefined) throw new NotSent({ code: 'notify-address-refused', params: {} }, { isFinal: true });
    return address;
  };

  return {
    async post({ url, headers, body }) {
      const target = URL.parse(url);
      if (target === null) throw new NotSent({ code: 'notify-address-refused', params: {} }, { isFinal: true });
      const signal = AbortSignal.timeout(budgetMs);
      try {
        const address = await addressOf(target, signal);
        return await statusOf(
          target,
          address,
          { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) }, signal },
          body,
        );
      } catch (error) {
        if (error instanceof NotSent) throw error;
        throw signal.aborted
          ? new NotSent({ code: 'notify-silent', params: { seconds: budgetMs / 1_000 } }, { cause: error })
          : new NotSent({ code: 'notify-unreachable', params: { reason: reasonOf(error) } }, { cause: error });
      }
    },
  };
}

/** A name server that does not answer counts as silence too. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason), { once: true });
    work.then(done, failed);
  });

/** Connects to this very address, whatever the name says by then. The answer's body is not read: it may be endless. */
function statusOf(url: URL, { address, family }: LookupAddress, options: RequestOptions, body: string | Buffer): Promise<number> {
  const lookup: LookupFunction = (_host, { all }, done) => {
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  return new Promise((answered, failed) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request: ClientRequest = send(url, { ...options, lookup, agent: false });
    request.once('response', (response) => {
      answered(response.statusCode ?? 0);
      response.destroy();
    });
    request.once('error', failed);
    request.end(body);
  });
}

/** Never the address, which may hold a key. */
function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unreadable';
}
