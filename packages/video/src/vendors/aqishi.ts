// aqishi (specification §7): a token from `authentication`, then `ptzCmd`, `zoomCmd`, `preview`, `files`, `statistics`. The fields of
// commands are the specification's (§9: direction codes 1–8, 101 auto focus, zoom operations 1–6); the vendor's documentation is not public
// (待核对).
import { AUTO_FOCUS_CODE, DIRECTION_CODES, LENS_CODES, ok } from '@lookout/domain';
import { callGateway, done, type GatewayFields, isRecord, refusal, refusingVendor, streamIn, type VendorDeps } from './http.ts';
import type { CameraDevice, CameraVendor, GatewaySpeed, VendorAnswer } from './port.ts';

export interface AqishiConfig {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
}

export interface Aqishi extends CameraVendor {
  /** Fetches a token. */
  authentication(): VendorAnswer<{ readonly token: string }>;
  ptzCmd(fields: GatewayFields): VendorAnswer<unknown>;
  zoomCmd(fields: GatewayFields): VendorAnswer<unknown>;
  preview(query: GatewayFields): VendorAnswer<unknown>;
  files(query: GatewayFields): VendorAnswer<unknown>;
  statistics(query: GatewayFields): VendorAnswer<unknown>;
  /**
   * The platform as the holder of this token sees it, which was fetched by `authentication`. The token is used as it is and never renewed.
   */
  withToken(token: string): Aqishi;
}

type Call = (path: string, fields: { query?: GatewayFields; body?: GatewayFields }) => VendorAnswer<unknown>;

export function createAqishi(deps: VendorDeps, { baseUrl, username, password }: AqishiConfig, gatewaySpeed: GatewaySpeed): Aqishi {
  let token: string | null = null;

  const authentication = async (): VendorAnswer<{ readonly token: string }> => {
    const answer = await callGateway(deps, baseUrl, 'authentication', { query: { username, password } });
    if (!answer.ok) return answer;
    const found = isRecord(answer.value) ? (answer.value.token ?? answer.value.access_token) : answer.value;
    if (typeof found !== 'string' || found === '') return refusal('platform-not-understood');
    token = found;
    return ok({ token: found });
  };
  const callWith =
    (given: string): Call =>
    (path, fields) =>
      callGateway(deps, baseUrl, path, { ...fields, query: { ...fields.query, token: given } });
  /** Calls with the server's own token; an expired token is renewed once. */
  const callAsServer: Call = async (path, fields) => {
    for (const isLast of [false, true]) {
      if (token === null) {
        const entered = await authentication();
        if (!entered.ok) return entered;
      }
      const answer = await callWith(token ?? '')(path, fields);
      if (answer.ok || answer.error.refusal !== 'platform-unauthorized' || isLast) return answer;
      token = null;
    }
    return refusal('platform-unauthorized');
  };
  const nameOf = ({ cameraId, channelId, code }: CameraDevice): GatewayFields => ({ id: code ?? cameraId, channelId });

  const platform = (call: Call): Aqishi => {
    const ptzCmd = (body: GatewayFields): VendorAnswer<unknown> => call('ptzCmd', { body });
    const zoomCmd = (body: GatewayFields): VendorAnswer<unknown> => call('zoomCmd', { body });
    const preview = (query: GatewayFields): VendorAnswer<unknown> => call('preview', { query });
    const turn = (camera: CameraDevice, direction: number, speed: number, stop: 0 | 1) =>
      done(ptzCmd({ ...nameOf(camera), direction, speed, stop }));
    const zoom = (camera: CameraDevice, operation: number, speed: number, stop: 0 | 1) =>
      done(zoomCmd({ ...nameOf(camera), operation, speed, stop }));
    return {
      ...refusingVendor('aqishi', 'not-supported'),
      authentication,
      ptzCmd,
      zoomCmd,
      preview,
      files: (query) => call('files', { query }),
      statistics: (query) => call('statistics', { query }),
      withToken: (given) => platform(callWith(given)),
      stream: (camera, kind) => streamIn(preview({ ...nameOf(camera), streamType: kind === 'main' ? 1 : 2 })),
      move: (camera, direction, percent, phase) =>
        turn(camera, DIRECTION_CODES[direction], gatewaySpeed(percent).speed, phase === 'stop' ? 1 : 0),
      lens: (camera, act, percent, phase) => zoom(camera, LENS_CODES[act], gatewaySpeed(percent).speed, phase === 'stop' ? 1 : 0),
      autoFocus: (camera) => turn(camera, AUTO_FOCUS_CODE, 1, 0),
      async halt(camera) {
        const turned = await turn(camera, DIRECTION_CODES.up, 0, 1);
        const zoomed = await zoom(camera, LENS_CODES['zoom-in'], 0, 1);
        return turned.ok ? zoomed : turned;
      },
    };
  };
  return platform(callAsServer);
}
