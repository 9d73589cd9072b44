// ONVIF cameras, profiles S and T.
import { DIRECTION_STEPS, ok, type PtzAuxDevice } from '@lookout/domain';
import type { PTZMoveOptions } from 'onvif';
import { isRecord, type MakerDeps } from '../http.ts';
import type { CameraDevice, CameraMaker, MakerAnswer, StreamKind } from '../port.ts';
import { refusal, refusingMaker } from '../refusals.ts';
import { createImaging } from './imaging.ts';
import { createSessions, type Session } from './session.ts';
import { scaleOf, toDegrees, toNumbers } from './spaces.ts';

/** A camera stops by itself when our word never comes: the server may be gone. */
const LONGEST_MOVE_MS = 60_000;

/** The names of ONVIF where it has them (tt:IRLamp, tt:Wiper), the usual ones where it has none. */
const auxNames: Readonly<Record<PtzAuxDevice, string>> = { light: 'tt:IRLamp', wiper: 'tt:Wiper', fan: 'Fan', heater: 'Heater' };

/** What the profile is called, in which numbers it steers, and which of the device's eyes it shows. */
interface Profile {
  readonly token: string;
  readonly space: unknown;
  readonly source: string | null;
}

export type Done = (error: Error | null, data?: unknown) => void;
/** One of the client's calls about the camera's profile. */
export type Tell = (camera: CameraDevice, work: (session: Session, profile: Profile, callback: Done) => void) => MakerAnswer<unknown>;

export function createOnvif(deps: MakerDeps): CameraMaker {
  const sessions = createSessions(deps);

  /** The named profile, or the first (main) or second (sub) there is. */
  const profileOf = async (camera: CameraDevice, kind: StreamKind = 'main'): MakerAnswer<Profile> => {
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
  const tell: Tell = async (camera, work) => {
    const profile = await profileOf(camera);
    return profile.ok ? sessions.call<unknown>(camera, (session, callback) => work(session, profile.value, callback)) : profile;
  };
  const act = async (...args: Parameters<typeof tell>): MakerAnswer<void> => {
    const answer = await tell(...args);
    return answer.ok ? ok(undefined) : answer;
  };
  const glide = (camera: CameraDevice, speed: PTZMoveOptions): MakerAnswer<void> =>
    act(camera, ({ cam }, { token }, callback) =>
      cam.continuousMove({ profileToken: token, timeout: LONGEST_MOVE_MS, ...speed }, callback),
    );
  const stop = (camera: CameraDevice, what: { panTilt: boolean; zoom: boolean }): MakerAnswer<void> =>
    act(camera, ({ cam }, { token }, callback) => cam.stop({ profileToken: token, ...what }, callback));

  const imaging = createImaging(tell);

  return {
    ...refusingMaker('onvif', 'not-supported'),

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
      return glide(camera, { x: (x * speedPercent) / 100, y: (y * speedPercent) / 100, onlySendPanTilt: true } as PTZMoveOptions);
    },

    async lens(camera, lensAct, speedPercent, phase) {
      const speed = speedPercent / 100;
      switch (lensAct) {
        case 'zoom-in':
        case 'zoom-out':
          if (phase === 'stop') return stop(camera, { panTilt: false, zoom: true });
          return glide(camera, { zoom: lensAct === 'zoom-in' ? speed : -speed, onlySendZoom: true } as PTZMoveOptions);
        case 'focus-near':
        case 'focus-far':
          if (phase === 'stop') return imaging.stopFocus(camera);
          return imaging.focus(camera, lensAct === 'focus-far' ? speed : -speed);
        case 'iris-open':
        case 'iris-close':
          // Each press is a step, and nothing is left moving.
          return phase === 'stop' ? ok(undefined) : imaging.iris(camera, lensAct === 'iris-open' ? speed : -speed);
      }
    },

    autoFocus: imaging.autoFocus,

    async halt(camera) {
      const [head, focus] = await Promise.all([stop(camera, { panTilt: true, zoom: true }), imaging.stopFocus(camera)]);
      if (!head.ok) return head;
      // A camera whose focus cannot be moved has none that moves.
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

    // From where it looks now, in the absolute space: the translation spaces of cameras are less alike than their positions.
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
      const answer = await tell(camera, ({ cam }, { token }, callback) =>
        // The client's own list is by name and loses one of two alike: `presets`, by token, is whole.
        cam.getPresets({ profileToken: token }, (error: Error | null) => callback(error, cam.presets)),
      );
      if (!answer.ok) return answer;
      const found = isRecord(answer.value) ? Object.entries(answer.value) : [];
      return ok(found.map(([id, preset]) => ({ id, name: isRecord(preset) && preset.name !== undefined ? String(preset.name) : id })));
    },
    async setPreset(camera, id, name) {
      const answer = await tell(camera, ({ cam }, { token }, callback) =>
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

/** The client gives this one answer as it read it: `[{ setPresetResponse: [{ presetToken: ['3'] }] }]`. */
function presetTokenIn(answer: unknown): string | null {
  const found = /"presetToken":\s*\[?\s*"([^"]+)"/i.exec(JSON.stringify(answer) ?? '');
  return found?.[1] ?? null;
}

/** Cameras leave name and password out of the address they give; the address needs them. */
function withLogin(url: URL, { username, password }: CameraDevice): string {
  if (username !== null && url.username === '') {
    url.username = encodeURIComponent(username);
    url.password = encodeURIComponent(password ?? '');
  }
  return url.href;
}

const escaped = (text: string): string => text.replace(/[<>&"']/g, (found) => `&#${found.charCodeAt(0)};`);
