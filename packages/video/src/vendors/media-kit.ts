// mediaKit: an external ZLMediaKit through its HTTP API (`/index/api/…`, `code` 0 is success, -100 a wrong secret). It pulls the camera's
// stream once and serves it as HTTP-FLV. Streams only. A failure here is one of the media server or its settings, unless the server passes
// on an error of the camera.
import { ok } from '@lookout/domain';
import { askJson, ofPlatform, refusal, refusingVendor, type VendorDeps } from './http.ts';
import type { CameraDevice, CameraVendor, VendorAnswer } from './port.ts';

export interface ZlmConfig {
  readonly baseUrl: string;
  readonly secret: string;
}

const APP = 'lookout';
const VHOST = '__defaultVhost__';
const WRONG_SECRET = -100;
const OVER_TCP = '0';
/** The server already has a proxy with that name, but perhaps no stream: the proxy of a lost stream keeps its name. */
const IS_TAKEN = /already exist/i;

export function createMediaKit(deps: VendorDeps, { baseUrl, secret }: ZlmConfig): CameraVendor {
  const root = baseUrl.replace(/\/$/, '');
  const call = (...given: Parameters<typeof callServer>): VendorAnswer<unknown> => ofPlatform(callServer(...given));
  const callServer = async (name: string, fields: Readonly<Record<string, string>>): VendorAnswer<unknown> => {
    const url = new URL(`${root}/index/api/${name}`);
    const body = new URLSearchParams({ secret, vhost: VHOST, ...fields }).toString();
    const answer = await askJson(deps, url, { method: 'POST', body, contentType: 'application/x-www-form-urlencoded' });
    if (!answer.ok) return answer;
    const { code, msg, data } = answer.value;
    if (code === WRONG_SECRET) return refusal('unauthorized');
    if (code !== 0)
      return typeof code === 'number' ? refusal('refused', typeof msg === 'string' ? msg : String(code)) : refusal('not-understood');
    return ok(data ?? null);
  };
  /** Whether the stream exists: ZLMediaKit refuses to add it twice. */
  const isThere = async (stream: string): VendorAnswer<boolean> => {
    const answer = await call('getMediaList', { app: APP, stream });
    if (!answer.ok) return answer;
    return Array.isArray(answer.value) || answer.value === null ? ok((answer.value?.length ?? 0) > 0) : refusal('platform-not-understood');
  };
  /**
   * Adds the stream. A stale proxy, listed by the server but without a stream, is removed first. Another call may have added the stream
   * meanwhile.
   */
  const add = async (stream: string, address: string): VendorAnswer<unknown> => {
    const once = () => call('addStreamProxy', { app: APP, stream, url: address, rtp_type: OVER_TCP, auto_close: '1' });
    const added = await once();
    if (added.ok || !IS_TAKEN.test(added.error.detail ?? '')) return added;
    const there = await isThere(stream);
    if (!there.ok || there.value) return there;
    // Either of the two kinds may have the stream, and deleting from the other is harmless.
    await call('delStreamProxy', { key: `${VHOST}/${APP}/${stream}` });
    await call('close_streams', { app: APP, stream, force: '1' });
    return once();
  };
  const nameOf = ({ code, cameraId, channelId }: CameraDevice, kind: string): string => `${code ?? `${cameraId}-${channelId}`}-${kind}`;

  return {
    ...refusingVendor('mediaKit', 'not-supported'),
    async stream(camera, kind) {
      const stream = nameOf(camera, kind);
      const there = await isThere(stream);
      if (!there.ok) return there;
      if (!there.value) {
        if (camera.address === null) return refusal('no-such-stream');
        const added = await add(stream, camera.address);
        if (!added.ok) return added;
      }
      return ok({ url: `${root}/${APP}/${encodeURIComponent(stream)}.live.flv` });
    },
  };
}
