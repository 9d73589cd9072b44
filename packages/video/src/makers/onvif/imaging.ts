// Focus and iris by ONVIF's imaging service. Not every camera has it, and not every eye that it serves has an iris: heat is seen without one.
import { ok } from '@lookout/domain';
import type { Cam, ImagingSettingsOptions } from 'onvif';
import { isRecord } from '../http.ts';
import type { CameraDevice, MakerAnswer } from '../port.ts';
import { refusal } from '../refusals.ts';
import type { Done, Tell } from './onvif.ts';

/** What a press on the iris moves at full speed, as a share of all its way: the service knows places, no movement. */
const IRIS_STEP = 0.25;

export interface Imaging {
  /** Until it is stopped. @param speed −1 … 1, positive away */
  focus(camera: CameraDevice, speed: number): MakerAnswer<void>;
  stopFocus(camera: CameraDevice): MakerAnswer<void>;
  autoFocus(camera: CameraDevice): MakerAnswer<void>;
  /** One step. @param speed −1 … 1, positive opens */
  iris(camera: CameraDevice, speed: number): MakerAnswer<void>;
}

export function createImaging(tell: Tell): Imaging {
  const ask = (camera: CameraDevice, work: (cam: Cam, token: string, callback: Done) => void): MakerAnswer<unknown> =>
    tell(camera, ({ cam }, { source }, callback) => {
      if (!cam.uri?.imaging || source === null) callback(new Error('not supported'));
      else work(cam, source, callback);
    });
  const act = async (...args: Parameters<typeof ask>): MakerAnswer<void> => {
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
      const stands = Number(exposure.iris ?? Number.NaN);
      // An attenuation in dB: open is little. Who is automatic and says no number stands somewhere between.
      const from = Number.isFinite(stands) ? stands : (least + most) / 2;
      const iris = Math.min(most, Math.max(least, from - speed * IRIS_STEP * (most - least)));
      const wished = { ...asText(exposure), mode: 'MANUAL', iris: String(Number(iris.toFixed(3))) };
      return act(camera, (cam, token, callback) =>
        cam.setImagingSettings({ token, exposure: wished as unknown as NonNullable<ImagingSettingsOptions['exposure']> }, callback),
      );
    },
  };
}

const partOf = (value: unknown, name: string): Readonly<Record<string, unknown>> => {
  const part = isRecord(value) ? value[name] : undefined;
  return isRecord(part) ? part : {};
};

/** By hand all of the exposure is by hand: what stands is said again. As text, for the client leaves out a number that is 0. */
const asText = (exposure: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(exposure).flatMap(([name, value]) =>
      typeof value === 'number' || typeof value === 'string' ? [[name, String(value)]] : [],
    ),
  );
