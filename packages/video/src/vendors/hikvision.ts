// Hikvision devices through ISAPI over HTTP digest. The command numbers of the specification (§9, NET_DVR_PTZControl) mean the same
// actions; `packages/domain` maps them to the names used here. 待核对 (not verified on a device): the sign of the elevation, the spelling of
// one-push focus, and the origin of 3D positioning.
import { DIRECTION_STEPS, ok, type PtzAuxDevice, type Result } from '@lookout/domain';
import { ask, deviceBase, loginOf, ofPlatform, type Question, refusal, refusingVendor, type VendorDeps } from './http.ts';
import type { CameraDevice, CameraVendor, PictureRectangle, Preset, VendorAnswer, VendorRefusal } from './port.ts';
import { type Element, findElement, numberIn, readXml, textOf } from './xml.ts';

interface HikvisionConfig {
  /** A gateway to all devices; null: each camera has a separate address. */
  readonly baseUrl: string | null;
}

const RTSP_PORT = 554;
const auxTypes: Readonly<Record<PtzAuxDevice, readonly [id: number, type: string]>> = {
  light: [1, 'LIGHT'],
  wiper: [2, 'WIPER'],
  fan: [3, 'FAN'],
  heater: [4, 'HEATER'],
};
const lensPaths = { zoom: 'PTZCtrl', focus: 'System/Video/inputs', iris: 'System/Video/inputs' } as const;
const MOST_PRESETS = 300;
/** 3D positioning counts from the lower left corner of the picture. */
const BOX_UNITS = 255;
/** Degrees. */
const FULL_TURN = 360;
const STRAIGHT = 90;

export function createHikvision(deps: VendorDeps, config: HikvisionConfig): CameraVendor {
  const baseOf = async (camera: CameraDevice): Promise<Result<URL, VendorRefusal>> => {
    if (camera.address !== null) return deviceBase(deps, camera.address);
    return config.baseUrl === null ? refusal('not-configured') : ok(new URL(config.baseUrl));
  };
  const channelOf = ({ code, channelId }: CameraDevice): string => encodeURIComponent(code ?? channelId);
  const request = async (camera: CameraDevice, path: string, question: Question = {}): VendorAnswer<string> => {
    const base = await baseOf(camera);
    if (!base.ok) return base;
    const url = new URL(`/ISAPI/${path}`, base.value);
    const answer = ask(deps, url, { contentType: 'application/xml', login: loginOf(camera), ...question });
    return camera.address === null ? ofPlatform(answer) : answer;
  };
  const read = async (camera: CameraDevice, path: string): VendorAnswer<Element> => {
    const answer = await request(camera, path);
    if (!answer.ok) return answer;
    const root = readXml(answer.value);
    return root ? ok(root) : unreadable(camera);
  };
  const act = async (camera: CameraDevice, path: string, body?: string, method: 'PUT' | 'DELETE' = 'PUT'): VendorAnswer<void> => {
    const answer = await request(camera, path, { method, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) return answer;
    if (answer.value.trim() === '') return ok(undefined);
    // Some firmware versions answer 200 with an error in the body; 1 is OK, 7 is OK after a restart.
    const root = readXml(answer.value);
    const status = root && textOf(root, 'statusCode');
    if (!root || status === null) return unreadable(camera);
    return status === '1' || status === '7' ? ok(undefined) : refusal('refused', textOf(root, 'statusString') ?? status);
  };
  const ptz = (camera: CameraDevice, path: string): string => `PTZCtrl/channels/${channelOf(camera)}/${path}`;
  const continuous = (camera: CameraDevice, pan: number, tilt: number): VendorAnswer<void> =>
    act(camera, ptz(camera, 'continuous'), `<PTZData><pan>${pan}</pan><tilt>${tilt}</tilt></PTZData>`);

  const position: CameraVendor['position'] = async (camera) => {
    const answer = await read(camera, ptz(camera, 'absoluteEx'));
    if (!answer.ok) return answer;
    const [azimuth, elevation] = ['azimuth', 'elevation'].map((name) => numberIn(textOf(answer.value, name)));
    if (answer.value.name !== 'PTZAbsoluteEx' && findElement(answer.value, 'PTZAbsoluteEx') === null) return unreadable(camera);
    if (azimuth == null || elevation == null || Math.abs(azimuth) > FULL_TURN || Math.abs(elevation) > STRAIGHT)
      return refusal('position-unknown');
    return ok({ panDegrees: turn(azimuth), tiltDegrees: -elevation, zoom: null });
  };
  const absolute: CameraVendor['absolute'] = (camera, { panDegrees, tiltDegrees }) =>
    act(
      camera,
      ptz(camera, 'absoluteEx'),
      `<PTZAbsoluteEx><elevation>${(-tiltDegrees).toFixed(2)}</elevation><azimuth>${turn(panDegrees).toFixed(2)}</azimuth></PTZAbsoluteEx>`,
    );
  const listPresets = async (camera: CameraDevice): VendorAnswer<Preset[]> => {
    const answer = await read(camera, ptz(camera, 'presets'));
    if (!answer.ok) return answer;
    const { name, children } = answer.value;
    if (name !== 'PTZPresetList') return unreadable(camera);
    const used = children.filter((preset) => preset.name === 'PTZPreset' && textOf(preset, 'enabled') !== 'false').slice(0, MOST_PRESETS);
    return ok(used.map((preset) => ({ id: textOf(preset, 'id') ?? '', name: textOf(preset, 'presetName') ?? '' })));
  };

  return {
    ...refusingVendor('hikvision', 'not-supported'),

    async stream(camera, kind) {
      const base = await baseOf(camera);
      if (!base.ok) return base;
      const login = loginOf(camera);
      const user = login ? `${encodeURIComponent(login.username)}:${encodeURIComponent(login.password)}@` : '';
      return ok({
        url: `rtsp://${user}${base.value.hostname}:${RTSP_PORT}/Streaming/Channels/${channelOf(camera)}0${kind === 'main' ? 1 : 2}`,
      });
    },

    move(camera, direction, speedPercent, phase) {
      const [pan, tilt] = DIRECTION_STEPS[direction];
      const speed = phase === 'stop' ? 0 : speedPercent;
      return continuous(camera, pan * speed, tilt * speed);
    },

    lens(camera, lensAct, speedPercent, phase) {
      const [what, way] = lensAct.split('-') as [keyof typeof lensPaths, string];
      const speed = phase === 'stop' ? 0 : speedPercent * (way === 'in' || way === 'far' || way === 'open' ? 1 : -1);
      if (what === 'zoom') return act(camera, ptz(camera, 'continuous'), `<PTZData><zoom>${speed}</zoom></PTZData>`);
      const root = what === 'focus' ? 'FocusData' : 'IrisData';
      return act(camera, `${lensPaths[what]}/channels/${channelOf(camera)}/${what}`, `<${root}><${what}>${speed}</${what}></${root}>`);
    },

    autoFocus: (camera) => act(camera, ptz(camera, 'onepushfoucs/start')),

    halt: (camera) => act(camera, ptz(camera, 'continuous'), '<PTZData><pan>0</pan><tilt>0</tilt><zoom>0</zoom></PTZData>'),

    aux(camera, device, isOn) {
      const [id, type] = auxTypes[device];
      const body = `<PTZAux><id>${id}</id><type>${type}</type><status>${isOn ? 'on' : 'off'}</status></PTZAux>`;
      return act(camera, ptz(camera, `auxcontrols/${id}`), body);
    },

    absolute,
    position,
    box: (camera, { from, to }) =>
      act(camera, ptz(camera, 'position3D'), `<Position3D>${corner('StartPoint', from)}${corner('EndPoint', to)}</Position3D>`),

    async relative(camera, { panDegrees, tiltDegrees }) {
      const now = await position(camera);
      if (!now.ok) return now;
      const { panDegrees: pan, tiltDegrees: tilt } = now.value;
      return absolute(camera, { panDegrees: pan + panDegrees, tiltDegrees: Math.max(-90, Math.min(90, tilt + tiltDegrees)), zoom: null });
    },

    presets: listPresets,

    async setPreset(camera, id, name) {
      let own = id;
      if (own === null) {
        const there = await listPresets(camera);
        if (!there.ok) return there;
        const taken = new Set(there.value.map((preset) => preset.id));
        own = Array.from({ length: MOST_PRESETS }, (_, i) => String(i + 1)).find((one) => !taken.has(one)) ?? null;
        if (own === null) return refusal('presets-full');
      }
      const body = `<PTZPreset><enabled>true</enabled><id>${escaped(own)}</id><presetName>${escaped(name)}</presetName></PTZPreset>`;
      const done = await act(camera, ptz(camera, `presets/${encodeURIComponent(own)}`), body);
      return done.ok ? ok({ id: own }) : done;
    },
    goToPreset: (camera, id) => act(camera, ptz(camera, `presets/${encodeURIComponent(id)}/goto`)),
    removePreset: (camera, id) => act(camera, ptz(camera, `presets/${encodeURIComponent(id)}`), undefined, 'DELETE'),
    tour: (camera, id, tourAct) => act(camera, ptz(camera, `patrols/${encodeURIComponent(id)}/${tourAct}`)),
  };
}

const corner = (name: string, { u, v }: PictureRectangle['from']): string =>
  `<${name}><positionX>${Math.round(u * BOX_UNITS)}</positionX><positionY>${Math.round((1 - v) * BOX_UNITS)}</positionY></${name}>`;

/** Names the source of an unreadable answer: the camera, or the gateway in front of all cameras. */
const unreadable = ({ address }: CameraDevice): Result<never, VendorRefusal> =>
  refusal(address === null ? 'platform-not-understood' : 'not-understood');

const turn = (degrees: number): number => ((degrees % 360) + 360) % 360;

const escaped = (text: string): string => text.replace(/[<>&"']/g, (found) => `&#${found.charCodeAt(0)};`);
