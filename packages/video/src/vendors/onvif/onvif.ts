// ONVIF cameras, profiles S and T.
import { DIRECTION_STEPS, ok, type PtzAuxDevice } from '@lookout/domain';
import type { Cam, ImagingSettingsOptions, PTZMoveOptions } from 'onvif';
import { isRecord, refusal, refusingVendor, type VendorDeps } from '../http.ts';
import type { CameraDevice, CameraVendor, PtzPosition, StreamKind, VendorAnswer } from '../port.ts';
import { createSessions, type Session } from './session.ts';

/** The camera stops by itself after this time, in case the server dies. */
const LONGEST_MOVE_MS = 60_000;

/** ONVIF's names where defined (tt:IRLamp, tt:Wiper), customary ones otherwise. */
const auxNames: Readonly<Record<PtzAuxDevice, string>> = { light: 'tt:IRLamp', wiper: 'tt:Wiper', fan: 'Fan', heater: 'Heater' };

/** A profile's token, the coordinate space it is steered in, and its video source. */
interface Profile {
  readonly token: string;
  readonly space: unknown;
  readonly source: string | null;
}

type Done = (error: Error | null, data?: unknown) => void;
/** Runs one of the client's calls for the camera's profile. */
type RunCall = (camera: CameraDevice, work: (session: Session, profile: Profile, callback: Done) => void) => VendorAnswer<unknown>;

export function createOnvif(deps: VendorDeps): CameraVendor {
  const sessions = createSessions(deps);

  /** The configured profile, else the first (main) or second (sub). */
  const profileOf = async (camera: CameraDevice, kind: StreamKind = 'main'): VendorAnswer<Profile> => {
    const found = await sessions.profiles(camera);
    if (!found.ok) return found;
    const profiles = found.value.filter(isRecord);
    const named = camera.code === null ? undefined : profiles.find((one) => tokenOf(one) === camera.code);
    const profile = named ?? (camera.code === null ? (profiles[kind === 'main' ? 0 : 1] ?? profiles[0]) : undefined);
    const token = profile && tokenOf(profile);
    if (!token) return profiles.length === 0 ? refusal('not-understood') : refusal('no-such-profile', camera.code ?? undefined);
    const ptz = isRecord(profile.PTZConfiguration) ? profile.PTZConfiguration : {};
    const source = isRecord(profile.videoSourceConfiguration) ? profile.videoSourceConfiguration.sourceToken : null;
    return ok({ token, space: ptz.defaultAbsolutePantTiltPositionSpace, source: typeof source === 'string' ? source : null });
  };
  const runCall: RunCall = async (camera, work) => {
    const profile = await profileOf(camera);
    return profile.ok ? sessions.call<unknown>(camera, (session, callback) => work(session, profile.value, callback)) : profile;
  };
  const act = async (...args: Parameters<typeof runCall>): VendorAnswer<void> => {
    const answer = await runCall(...args);
    return answer.ok ? ok(undefined) : answer;
  };
  const continuousMove = (camera: CameraDevice, speed: PTZMoveOptions): VendorAnswer<void> =>
    act(camera, ({ cam }, { token }, callback) =>
      cam.continuousMove({ profileToken: token, timeout: LONGEST_MOVE_MS, ...speed }, callback),
    );
  const stop = (camera: CameraDevice, what: { panTilt: boolean; zoom: boolean }): VendorAnswer<void> =>
    act(camera, ({ cam }, { token }, callback) => cam.stop({ profileToken: token, ...what }, callback));

  const imaging = createImaging(runCall);

  return {
    ...refusingVendor('onvif', 'not-supported'),

    async stream(camera, kind) {
      const profile = await profileOf(camera, kind);
      if (!profile.ok) return profile;
      const answer = await sessions.call<unknown>(camera, ({ cam }, callback) =>
        cam.getStreamUri(
          { protocol: 'RTSP', profileToken: profile.value.token },
          callback as (error: Error | null, data?: { uri: string }) => void,
        ),
      );
      if (!answer.ok) return answer;
      const uri = isRecord(answer.value) ? answer.value.uri : null;
      if (typeof uri !== 'string' || !URL.canParse(uri)) return refusal('not-understood');
      return ok({ url: withLogin(new URL(uri), camera) });
    },

    move(camera, direction, speedPercent, phase) {
      if (phase === 'stop') return stop(camera, { panTilt: true, zoom: false });
      const [x, y] = DIRECTION_STEPS[direction];
      return continuousMove(camera, { x: (x * speedPercent) / 100, y: (y * speedPercent) / 100, onlySendPanTilt: true } as PTZMoveOptions);
    },

    async lens(camera, lensAct, speedPercent, phase) {
      const speed = speedPercent / 100;
      switch (lensAct) {
        case 'zoom-in':
        case 'zoom-out':
          if (phase === 'stop') return stop(camera, { panTilt: false, zoom: true });
          return continuousMove(camera, { zoom: lensAct === 'zoom-in' ? speed : -speed, onlySendZoom: true } as PTZMoveOptions);
        case 'focus-near':
        case 'focus-far':
          if (phase === 'stop') return imaging.stopFocus(camera);
          return imaging.focus(camera, lensAct === 'focus-far' ? speed : -speed);
        case 'iris-open':
        case 'iris-close':
          // Each press is one step; there is no movement to stop.
          return phase === 'stop' ? ok(undefined) : imaging.iris(camera, lensAct === 'iris-open' ? speed : -speed);
      }
    },

    autoFocus: imaging.autoFocus,

    async halt(camera) {
      const [head, focus] = await Promise.all([stop(camera, { panTilt: true, zoom: true }), imaging.stopFocus(camera)]);
      if (!head.ok) return head;
      // A camera without focus control has no focus movement to stop.
      return focus.ok || focus.error.refusal === 'not-supported' || focus.error.refusal === 'refused' ? head : focus;
    },

    aux: (camera, device, isOn) =>
      act(camera, ({ cam }, { token }, callback) =>
        cam.ptzSendAuxiliaryCommand({ profileToken: token, data: `${auxNames[device]}|${isOn ? 'On' : 'Off'}` }, callback),
      ),

    absolute: (camera, to) =>
      act(camera, ({ cam }, { token, space }, callback) => {
        const zoom = to.zoom === null ? { onlySendPanTilt: true } : { zoom: Math.max(0, Math.min(1, to.zoom)) };
        cam.absoluteMove({ profileToken: token, ...toNumbers(to, scaleOf(space)), ...zoom } as PTZMoveOptions, callback);
      }),

    // An absolute move from the current position: cameras differ more in their translation spaces than in their positions.
    async relative(camera, { panDegrees, tiltDegrees }) {
      const now = await this.position(camera);
      if (!now.ok) return now;
      return this.absolute(camera, {
        panDegrees: now.value.panDegrees + panDegrees,
        tiltDegrees: now.value.tiltDegrees + tiltDegrees,
        zoom: null,
      });
    },

    async position(camera) {
      const profile = await profileOf(camera);
      if (!profile.ok) return profile;
      const answer = await sessions.call<unknown>(camera, ({ cam }, callback) =>
        cam.getStatus({ profileToken: profile.value.token }, callback),
      );
      if (!answer.ok) return answer;
      const position = isRecord(answer.value) && isRecord(answer.value.position) ? answer.value.position : {};
      const [x, y, zoom] = [position.x, position.y, position.zoom].map((value) => Number.parseFloat(String(value)));
      if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return refusal('not-understood');
      return ok(toDegrees({ x, y, zoom: zoom !== undefined && Number.isFinite(zoom) ? zoom : null }, scaleOf(profile.value.space)));
    },

    async presets(camera) {
      const answer = await runCall(camera, ({ cam }, { token }, callback) =>
        // The client's result is keyed by name and loses duplicates; `presets`, keyed by token, is complete.
        cam.getPresets({ profileToken: token }, (error: Error | null) => callback(error, cam.presets)),
      );
      if (!answer.ok) return answer;
      const found = isRecord(answer.value) ? Object.entries(answer.value) : [];
      return ok(found.map(([id, preset]) => ({ id, name: isRecord(preset) && preset.name !== undefined ? String(preset.name) : id })));
    },
    async setPreset(camera, id, name) {
      const answer = await runCall(camera, ({ cam }, { token }, callback) =>
        cam.setPreset({ profileToken: token, presetName: escaped(name), ...(id === null ? {} : { presetToken: escaped(id) }) }, callback),
      );
      if (!answer.ok) return answer;
      const made = id ?? presetTokenIn(answer.value);
      return made === null ? refusal('not-understood') : ok({ id: made });
    },
    goToPreset: (camera, id) =>
      act(camera, ({ cam }, { token }, callback) => cam.gotoPreset({ profileToken: token, preset: escaped(id) }, callback)),
    removePreset: (camera, id) =>
      act(camera, ({ cam }, { token }, callback) => cam.removePreset({ profileToken: token, presetToken: escaped(id) }, callback)),
  };
}

function tokenOf(profile: Readonly<Record<string, unknown>>): string | null {
  const token = isRecord(profile.$) ? profile.$.token : profile.token;
  return typeof token === 'string' && token !== '' ? token : null;
}

/** The client returns this response unparsed: `[{ setPresetResponse: [{ presetToken: ['3'] }] }]`. */
function presetTokenIn(answer: unknown): string | null {
  const found = /"presetToken":\s*\[?\s*"([^"]+)"/i.exec(JSON.stringify(answer) ?? '');
  return found?.[1] ?? null;
}

/** Cameras return stream URLs without name and password; the engine needs them. */
function withLogin(url: URL, { username, password }: CameraDevice): string {
  if (username !== null && url.username === '') {
    url.username = encodeURIComponent(username);
    url.password = encodeURIComponent(password ?? '');
  }
  return url.href;
}

const escaped = (text: string): string => text.replace(/[<>&"']/g, (found) => `&#${found.charCodeAt(0)};`);

// ONVIF coordinates ↔ degrees. The generic space is −1 … 1 for −180° … 180° of pan and −90° … 90° of tilt; the spherical space is in
// degrees.

const HALF_TURN = { pan: 180, tilt: 90 } as const;
const DEGREES = { pan: 1, tilt: 1 } as const;

type Scale = { readonly pan: number; readonly tilt: number };

/** @param space the default absolute position space of the profile */
const scaleOf = (space: unknown): Scale => (typeof space === 'string' && space.includes('SphericalPositionSpace') ? DEGREES : HALF_TURN);

function toDegrees({ x, y, zoom }: { x: number; y: number; zoom: number | null }, scale: Scale): PtzPosition {
  const pan = x * scale.pan;
  return { panDegrees: ((pan % 360) + 360) % 360, tiltDegrees: y * scale.tilt, zoom };
}

/** Normalises pan to −180° … 180° and clamps tilt. */
function toNumbers({ panDegrees, tiltDegrees }: { panDegrees: number; tiltDegrees: number }, scale: Scale): { x: number; y: number } {
  const pan = ((((panDegrees + 180) % 360) + 360) % 360) - 180;
  return { x: rounded(pan / scale.pan), y: rounded(Math.max(-90, Math.min(90, tiltDegrees)) / scale.tilt) };
}

/** Rounded, to avoid exponents: not every camera parses 1e-7. */
const rounded = (value: number): number => Number(value.toFixed(6));

// Focus and iris through ONVIF's imaging service. Not every camera has it, and thermal sensors have no iris.

/** Step of one press at full speed, as a share of the iris range: the service sets positions and has no continuous movement. */
const IRIS_STEP = 0.25;

interface Imaging {
  /** Moves until stopped. @param speed −1 … 1, positive towards far */
  focus(camera: CameraDevice, speed: number): VendorAnswer<void>;
  stopFocus(camera: CameraDevice): VendorAnswer<void>;
  autoFocus(camera: CameraDevice): VendorAnswer<void>;
  /** Moves one step. @param speed −1 … 1, positive opens */
  iris(camera: CameraDevice, speed: number): VendorAnswer<void>;
}

function createImaging(runCall: RunCall): Imaging {
  const ask = (camera: CameraDevice, work: (cam: Cam, token: string, callback: Done) => void): VendorAnswer<unknown> =>
    runCall(camera, ({ cam }, { source }, callback) => {
      if (!cam.uri?.imaging || source === null) callback(new Error('not supported'));
      else work(cam, source, callback);
    });
  const act = async (...args: Parameters<typeof ask>): VendorAnswer<void> => {
    const answer = await ask(...args);
    return answer.ok ? ok(undefined) : answer;
  };

  return {
    focus: (camera, speed) => act(camera, (cam, token, callback) => cam.imagingMove({ token, continuous: { speed } }, callback)),
    stopFocus: (camera) => act(camera, (cam, token, callback) => cam.imagingStop({ token }, callback)),
    autoFocus: (camera) =>
      act(camera, (cam, token, callback) => cam.setImagingSettings({ token, focus: { autoFocusMode: 'AUTO' } }, callback)),

    async iris(camera, speed) {
      const options = await ask(camera, (cam, token, callback) => cam.getVideoSourceOptions({ token }, callback));
      if (!options.ok) return options;
      const range = partOf(partOf(options.value, 'exposure'), 'iris');
      const [least, most] = [Number(range.min), Number(range.max)];
      if (!(most > least)) return refusal('not-supported');
      const settings = await ask(camera, (cam, token, callback) => cam.getImagingSettings({ token }, callback));
      if (!settings.ok) return settings;
      const exposure = partOf(settings.value, 'exposure');
      const current = Number(exposure.iris ?? Number.NaN);
      // The value is an attenuation in dB: smaller is more open. In automatic mode without a value assume the middle.
      const from = Number.isFinite(current) ? current : (least + most) / 2;
      const iris = Math.min(most, Math.max(least, from - speed * IRIS_STEP * (most - least)));
      const changed = { ...asText(exposure), mode: 'MANUAL', iris: String(Number(iris.toFixed(3))) };
      return act(camera, (cam, token, callback) =>
        cam.setImagingSettings({ token, exposure: changed as unknown as NonNullable<ImagingSettingsOptions['exposure']> }, callback),
      );
    },
  };
}

const partOf = (value: unknown, name: string): Readonly<Record<string, unknown>> => {
  const part = isRecord(value) ? value[name] : undefined;
  return isRecord(part) ? part : {};
};

/**
 * Manual mode applies to the whole exposure, so the current settings are repeated. As text, because the client omits a number that is 0.
 */
const asText = (exposure: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(exposure).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'string' ? [[name, String(value)]] : [],
    ),
  );
