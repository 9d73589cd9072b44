// Checks whether a camera was connected correctly, with the calls of its vendor (specification §7) and the replies to each.
import type { Client } from '@lookout/client';
import { DIRECTION_CODES, LENS_CODES, type PtzDirection, type PtzLensAct } from '@lookout/domain';
import { ptzSpeed } from '@lookout/region';
import { region } from '@region';
import type { StreamReply } from '../../../video/video.calls.ts';
import type { Camera } from '../../camera.ts';

/** The result of a check. `words` is the other system's own message, shown unchanged. */
export type Finding =
  | { readonly kind: 'stream'; readonly address: string }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'channels'; readonly online: number; readonly isOnline: boolean }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'platform'; readonly total: number; readonly online: number }
  | { readonly kind: 'files'; readonly names: readonly string[] };

export type CheckName = 'state' | 'stream' | 'sign-in' | 'platform' | 'files';

/** No error message from the interceptor: the caller shows the result. */
const OWN = { silent: true } as const;
type Check = (client: Client, camera: Camera) => Promise<Finding>;

/** §8: a reply whose first item contains a code is a refusal with its own message. */
function streamFinding([first]: readonly StreamReply[]): Finding {
  if (first?.url != null) return { kind: 'stream', address: first.url.replace(/[?#].*$/, '') };
  return { kind: 'refused', words: first?.result ?? first?.code ?? '' };
}

/** Vendors for which the specification defines a separate stream call. All other cameras use the common call. */
const streams: Readonly<Record<string, Check>> = {
  aqishi: async (client, { id }) => streamFinding(await client.camera.aqishiPreview({ query: { cameraId: id }, ...OWN })),
  chinaTower: async (client, { deviceId }) =>
    streamFinding(await client.camera.chinaTowerPreview({ query: { cameraIndexCode: deviceId }, ...OWN })),
};
const anyStream: Check = async (client, { id, manufacturer }) =>
  streamFinding(await client.video.liveVideo({ body: { cameraId: id, manufacturer }, ...OWN }));

const CHECKS: { readonly [K in CheckName]: Check } = {
  async state(client, { id, deviceId, gridNo }) {
    const [cameras, devices] = await Promise.all([
      client.video.camerasOnline({ query: { gridNo }, ...OWN }),
      client.video.onlineDevices({ query: { gridNo }, ...OWN }),
    ]);
    const online = devices.find((device) => device.deviceId === deviceId)?.channels ?? 0;
    return { kind: 'channels', online, isOnline: cameras.some((camera) => camera.id === id) };
  },
  stream: (client, camera) => (streams[camera.manufacturer ?? ''] ?? anyStream)(client, camera),
  async 'sign-in'(client) {
    await client.camera.aqishiLogin(OWN);
    return { kind: 'signed-in' };
  },
  async platform(client) {
    return { kind: 'platform', ...(await client.camera.aqishiStatistics(OWN)) };
  },
  async files(client, { id }) {
    const files = await client.camera.aqishiFiles({ query: { cameraId: id }, ...OWN });
    return { kind: 'files', names: files.map(({ name }) => name) };
  },
};

/** The checks available for a camera of this vendor. */
export const checksOf = ({ manufacturer }: Pick<Camera, 'manufacturer'>): readonly CheckName[] =>
  manufacturer === 'aqishi' ? ['state', 'sign-in', 'platform', 'stream', 'files'] : ['state', 'stream'];

/** @throws CallFailed */
export const runCheck = (name: CheckName, client: Client, camera: Camera): Promise<Finding> => CHECKS[name](client, camera);

export const NUDGES = ['up', 'down', 'left', 'right', 'zoom-in', 'zoom-out'] as const satisfies readonly (PtzDirection | PtzLensAct)[];
export type Nudge = (typeof NUDGES)[number];
const isZoom = (nudge: Nudge): nudge is 'zoom-in' | 'zoom-out' => nudge === 'zoom-in' || nudge === 'zoom-out';

/** Step of the test movement. It is slow and short, because the movement only has to be visible. */
const STEP = 2;
export const NUDGE_MS = 400;

/** @param stop 0 starts the movement, 1 ends it */
type Move = (client: Client, camera: Camera, nudge: Nudge, stop: 0 | 1) => Promise<unknown>;

/** Vendors for which the specification defines separate steering calls. The others are steered on the video pages. */
const moves: Readonly<Record<string, Move>> = {
  aqishi: (client, { id: cameraId }, nudge, stop) =>
    isZoom(nudge)
      ? client.camera.aqishiZoom({ body: { cameraId, cmd: LENS_CODES[nudge], step: STEP, stop }, ...OWN })
      : client.camera.aqishiMove({
          body: { cameraId, cmd: DIRECTION_CODES[nudge], speed: ptzSpeed(STEP, region.ptzSpeedRule), stop },
          ...OWN,
        }),
  guide: (client, { id }, nudge, stop) => {
    const act = isZoom(nudge)
      ? ({ enumCode: '2', operation: LENS_CODES[nudge], step: STEP } as const)
      : ({ enumCode: '1', direction: DIRECTION_CODES[nudge], speed: ptzSpeed(STEP, region.ptzSpeedRule) } as const);
    return client.camera.guideControl({ body: { id, ...act, stop }, ...OWN });
  },
};

export const mayNudge = ({ manufacturer }: Pick<Camera, 'manufacturer'>): boolean => moves[manufacturer ?? ''] !== undefined;

/**
 * Moves the camera briefly. A start that failed may still have reached the camera, so the stop is always sent.
 * @throws CallFailed
 */
export async function nudgeCamera(client: Client, camera: Camera, nudge: Nudge, wait: (ms: number) => Promise<void>): Promise<void> {
  const move = moves[camera.manufacturer ?? ''];
  if (move === undefined) return;
  try {
    await move(client, camera, nudge, 0);
    await wait(NUDGE_MS);
  } finally {
    await move(client, camera, nudge, 1);
  }
}
