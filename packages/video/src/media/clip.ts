// Fetches a recording stored by another system for a browser: only from allowed addresses, in the requested range. Runs in the engine's
// process; the server calls it through `remote-clips.ts`.
import { get as httpGet, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { isIP } from 'node:net';
import { ok, type Result, refuse } from '@lookout/domain';
import type { AllowList } from './allow-list.ts';
import type { ClipRefusal, Clips, Playback } from './port.ts';
import { allowedAddress, type Resolve, SourceFault } from './upstream/source.ts';

/** Timeout for external systems, 5 s (docs/reliability.md). */
const ANSWER_MS = 5_000;
const STATUSES: ReadonlySet<number> = new Set([200, 206, 416] satisfies Playback['status'][]);
export const isPlaybackStatus = (status: number | undefined): status is Playback['status'] => STATUSES.has(status ?? 0);

const PASSED_ON = ['content-length', 'content-range', 'accept-ranges'] as const;

/**
 * Passes on only the headers of a range and the content type. The type is always a video, whatever the other system states: content from
 * this origin must never be a page.
 */
export function videoHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const type = headers['content-type'] ?? '';
  const range = Object.fromEntries(PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
  return { ...range, 'content-type': /^video\/[\w.+-]+$/i.test(type) ? type : 'video/mp4' };
}

export function createClips(deps: { readonly allowed: AllowList; readonly resolve: Resolve }): Clips {
  /** Resolves a URL, and returns it with an address of its host that may be connected to. */
  const reach = async (address: string): Promise<Result<{ readonly url: URL; readonly ip: string }, ClipRefusal>> => {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return refuse('address-refused');
    try {
      return ok({ url, ip: await allowedAddress(deps, url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80)) });
    } catch (error) {
      return refuse(error instanceof SourceFault ? 'address-refused' : 'unreachable');
    }
  };

  return {
    async refusalOf(address) {
      const reached = await reach(address);
      return reached.ok ? null : reached.error;
    },

    async open(address, range, signal) {
      const reached = await reach(address);
      if (!reached.ok) return reached;
      const response = await ask(reached.value, range, signal).catch(() => null);
      if (response === null) return refuse('unreachable');
      const { statusCode: status, headers } = response;
      if (!isPlaybackStatus(status)) {
        response.destroy();
        return refuse('refused');
      }
      return ok({ status, headers: videoHeaders(headers), body: response });
    },
  };
}

/** Connects to exactly the address that was checked; a redirect is not followed. Rejects when no answer arrives in time. */
const ask = ({ url, ip }: { readonly url: URL; readonly ip: string }, range: string | undefined, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const family = isIP(ip);
    const request = (url.protocol === 'https:' ? httpsGet : httpGet)(
      url,
      {
        ...(range !== undefined && { headers: { range } }),
        signal,
        timeout: ANSWER_MS,
        // A new connection: a pooled one may just be closing at the other end, and is selected by host name, not by the checked address.
        agent: false,
        lookup: (_host, { all }, done) => (all ? done(null, [{ address: ip, family }]) : done(null, ip, family)),
      },
      (response) => {
        // A paused player may stop reading for any length of time.
        request.setTimeout(0);
        resolve(response);
      },
    );
    request.once('timeout', () => request.destroy(new Error('timeout')));
    request.on('error', reject);
    // A connection that ends with neither a response nor an error, as after 101 to a request that asked for no other protocol.
    request.on('close', () => reject(new Error('the connection was closed without an answer')));
  });
