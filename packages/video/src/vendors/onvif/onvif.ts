// ONVIF cameras, profiles S and T.
import { DIRECTION_STEPS, ok, type PtzAuxDevice } from '@lookout/domain';
import type { ImagingSettingsOptions, PTZMoveOptions } from 'onvif';
import { isRecord, refusal, refusingVendor, type VendorDeps } from '../http.ts';
import type { CameraDevice, CameraVendor, StreamKind, VendorAnswer } from '../port.ts';
import { type Profile, positionIn, type Scale, scaleOf, streamAddressIn } from './answers.ts';
import { createSessions, type Session } from './session.ts';

/** The camera stops by itself after this time, in case the server dies. */
const LONGEST_MOVE_MS = 60_000;

/** ONVIF's names where they are defined (tt:IRLamp, tt:Wiper), customary ones otherwise. */
const auxNames: Readonly<Record<PtzAuxDevice, string>> = { light: 'tt:IRLamp', wiper: 'tt:Wiper', fan: 'Fan', heater: 'Heater' };

type Done = (error: Error | null, data?: unknown) => void;
/** Runs one of the client's calls for the camera's profile. */
type RunCall = (camera: CameraDevice, work: (session: Session, profile: Profile, callback: Done) => void) => VendorAnswer<unknown>;

export function createOnvif(deps: VendorDeps): CameraVendor {
  const sessions = createSessions(deps);

  /** The configured profile, otherwise the first (main) or second (sub). */
  const profileOf = async (camera: CameraDevice, kind: StreamKind = 'main'): VendorAnswer<Profile> => {
    const found = await sessions.profiles(camera);
    if (!found.ok) return found;
    const profiles = found.value;
    const profile =
      camera.code === null ? (profiles[kind === 'main' ? 0 : 1] ?? profiles[0]) : profiles.find(({ token }) => token === camera.code);
    return profile === undefined ? refusal('no-such-profile', camera.code ?? undefined) : ok(profile);
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
      const { token } = profile.value;
      const answer = await sessions.ask(camera, ({ cam }) => {
        const service = cam.has.media2 === undefined ? 'media' : 'media2';
        return cam.ask(service, 'GetStreamUri', { content: STREAM_OF[service](escaped(token)) });
      });
      if (!answer.ok) return answer;
      const url = streamAddressIn(answer.value);
      return url === null ? refusal('not-understood') : ok({ url: withLogin(atKnownHost(url, camera), camera) });
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
          // Each press is one step, so there is no movement to stop.
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
      const { token, space } = profile.value;
      const answer = await sessions.ask(camera, ({ cam }) =>
        cam.ask('ptz', 'GetStatus', { content: `<ProfileToken>${escaped(token)}</ProfileToken>` }),
      );
      if (!answer.ok) return answer;
      const position = positionIn(answer.value, space);
      return position === null ? refusal('position-unknown') : ok(position);
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

/** The client returns this response unparsed: `[{ setPresetResponse: [{ presetToken: ['3'] }] }]`. */
function presetTokenIn(answer: unknown): string | null {
  const found = /"presetToken":\s*\[?\s*"([^"]+)"/i.exec(JSON.stringify(answer) ?? '');
  return found?.[1] ?? null;
}

const STREAM_OF = {
  media: (token: string) =>
    '<StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream><Transport xmlns="http://www.onvif.org/ver10/schema">' +
    `<Protocol>RTSP</Protocol></Transport></StreamSetup><ProfileToken>${token}</ProfileToken>`,
  media2: (token: string) => `<Protocol>RTSP</Protocol><ProfileToken>${token}</ProfileToken>`,
} as const;

/**
 * The address by which a camera can be reached. A camera names the address that it has itself, which cannot be reached from outside a
 * router, so the host under which it is known is used, with the camera's path and query. The port is also the camera's: the port to which a
 * router maps it is unknown, and most routers keep it.
 */
function atKnownHost(url: URL, { address }: CameraDevice): URL {
  const here = new URL(url);
  if (address !== null) here.hostname = new URL(address).hostname;
  return here;
}

/** Cameras return stream URLs without a name and password, which the engine needs. */
function withLogin(url: URL, { username, password }: CameraDevice): string {
  if (username !== null && url.username === '') {
    url.username = encodeURIComponent(username);
    url.password = encodeURIComponent(password ?? '');
  }
  return url.href;
}

const escaped = (text: string): string => text.replace(/[<>&"']/g, (found) => `&#${found.charCodeAt(0)};`);

/** Normalises pan to −180° … 180° and clamps tilt. */
function toNumbers({ panDegrees, tiltDegrees }: { panDegrees: number; tiltDegrees: number }, scale: Scale): { x: number; y: number } {
  const pan = ((((panDegrees + 180) % 360) + 360) % 360) - 180;
  return { x: rounded(pan / scale.pan), y: rounded(Math.max(-90, Math.min(90, tiltDegrees)) / scale.tilt) };
}

/** Rounded, to avoid exponents: not every camera parses 1e-7. */
const rounded = (value: number): number => Number(value.toFixed(6));

// Focus and iris through ONVIF's imaging service. Not every camera has it, and thermal sensors have no iris.

/** Step of one press at full speed, as a share of the iris range. The service only sets positions and has no continuous movement. */
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
  const ask = (camera: CameraDevice, work: (cam: Session['cam'], token: string, callback: Done) => void): VendorAnswer<unknown> =>
    runCall(camera, ({ cam }, { source }, callback) => {
      if (cam.has.imaging === undefined || source === null) callback(new Error('not supported'));
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
      // The value is an attenuation in dB: smaller is more open. In automatic mode without a value, the middle is assumed.
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
 * Manual mode applies to the whole exposure, so the current settings are sent again. They are sent as text, because the client omits a
 * number that is 0.
 */
const asText = (exposure: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(exposure).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'string' ? [[name, String(value)]] : [],
    ),
  );
