// mediaKit: an external ZLMediaKit through its HTTP API (`/index/api/…`, `code` 0 is success, -100 a wrong secret). It pulls the camera's
// stream once and serves it as HTTP-FLV. Streams only.
import { ok } from '@lookout/domain';
import { askJson, refusal, refusingVendor, type VendorDeps } from './http.ts';
import type { CameraDevice, CameraVendor, VendorAnswer } from './port.ts';

export interface ZlmConfig {
  readonly baseUrl: string;
  readonly secret: string;
}

const APP = 'lookout';
const VHOST = '__defaultVhost__';
const WRONG_SECRET = -100;
const OVER_TCP = '0';

export function createMediaKit(deps: VendorDeps, { baseUrl, secret }: ZlmConfig): CameraVendor {
  const call = async (name: string, fields: Readonly<Record<string, string>>): VendorAnswer<unknown> => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/index/api/${name}`);
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
    return Array.isArray(answer.value) || answer.value === null ? ok((answer.value?.length ?? 0) > 0) : refusal('not-understood');
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
        const added = await call('addStreamProxy', { app: APP, stream, url: camera.address, rtp_type: OVER_TCP, auto_close: '1' });
        if (!added.ok) return added;
      }
      const base = new URL(baseUrl);
      return ok({ url: `${base.protocol}//${base.host}/${APP}/${encodeURIComponent(stream)}.live.flv` });
    },
  };
}
