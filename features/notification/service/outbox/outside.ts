// The only way to send requests to addresses that users entered (webhooks, push endpoints of browsers). Redirects are not followed.
import type { LookupAddress } from 'node:dns';
import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pinnedTo, type Resolve, reachableAddress, resolveByDns } from '@lookout/server/services/outside-address.ts';
import { parseAllowList } from '@lookout/video/allow-list';
import { NotSent } from './not-sent.ts';

export interface OutsidePost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
}

export interface Outside {
  /** @returns the status of the answer @throws NotSent if the address is not allowed, unreachable or does not answer */
  post(message: OutsidePost): Promise<number>;
}

interface OutsideOptions {
  /** Entries of NOTIFY_HOSTS: allowed hosts of the internal network. */
  readonly hosts: readonly string[];
  readonly resolve?: Resolve;
  readonly budgetMs?: number;
}

/** The time limit of all external services. */
const BUDGET_MS = 5_000;

export function createOutside({ hosts, resolve = resolveByDns, budgetMs = BUDGET_MS }: OutsideOptions): Outside {
  const allowed = parseAllowList(hosts);

  const addressOf = async (url: URL, signal: AbortSignal): Promise<LookupAddress> => {
    const address = await reachableAddress(url, { allowed, resolve, signal });
    if (address === null) throw new NotSent({ code: 'notify-address-refused', params: {} }, { isFinal: true });
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

/** The body of the answer is not read, because it may be endless. */
function statusOf(url: URL, address: LookupAddress, options: RequestOptions, body: string | Buffer): Promise<number> {
  return new Promise((answered, failed) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request: ClientRequest = send(url, { ...options, lookup: pinnedTo(address), agent: false });
    request.once('response', (response) => {
      answered(response.statusCode ?? 0);
      response.destroy();
    });
    request.once('error', failed);
    // The connection closed without an answer or an error, for example after a 101 to a request that asked for no other protocol.
    request.once('close', () => failed(new Error('the connection was closed without an answer')));
    request.end(body);
  });
}

/** The reason never contains the address, which may hold a key. */
function reasonOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unreadable';
}
