// guide (高德红外, specification §7): a single call, `getVideoControl`; `enumCode` selects the command, `direction` or `step` its parameter.
// The codes are the specification's (§9); the vendor's own list is not public (待核对).
import { AUTO_FOCUS_CODE, DIRECTION_CODES, PTZ_COMMANDS } from '@lookout/domain';
import { callGateway, done, type GatewayFields, refusingVendor, streamIn, type VendorDeps } from './http.ts';
import type { CameraDevice, CameraVendor, VendorAnswer } from './port.ts';

const enumCodes = { play: 'preview', direction: 'ptz', step: 'lens' } as const;

export interface Guide extends CameraVendor {
  getVideoControl(fields: GatewayFields): VendorAnswer<unknown>;
}

export function createGuide(deps: VendorDeps, { baseUrl }: { readonly baseUrl: string }): Guide {
  const getVideoControl = (body: GatewayFields): VendorAnswer<unknown> => callGateway(deps, baseUrl, 'getVideoControl', { body });
  const nameOf = ({ cameraId, code, channelId }: CameraDevice): GatewayFields => ({ id: code ?? cameraId, monitorId: cameraId, channelId });
  const steer = (camera: CameraDevice, direction: number, speed: number, isStop: boolean): VendorAnswer<void> =>
    done(getVideoControl({ ...nameOf(camera), enumCode: enumCodes.direction, direction, speed, stop: isStop ? 1 : 0 }));
  const lens = (camera: CameraDevice, step: number, speed: number, isStop: boolean): VendorAnswer<void> =>
    done(getVideoControl({ ...nameOf(camera), enumCode: enumCodes.step, step, speed, stop: isStop ? 1 : 0 }));
  return {
    ...refusingVendor('guide', 'not-supported'),
    getVideoControl,
    stream: (camera, kind) =>
      streamIn(getVideoControl({ ...nameOf(camera), enumCode: enumCodes.play, streamType: kind === 'main' ? 1 : 2 })),
    move: (camera, direction, speed, phase) => steer(camera, DIRECTION_CODES[direction], speed, phase === 'stop'),
    lens: (camera, act, speed, phase) => lens(camera, PTZ_COMMANDS[act], speed, phase === 'stop'),
    autoFocus: (camera) => steer(camera, AUTO_FOCUS_CODE, 1, false),
    aux: (camera, device, isOn) => lens(camera, PTZ_COMMANDS[device], 1, !isOn),
    async halt(camera) {
      const turned = await steer(camera, DIRECTION_CODES.up, 0, true);
      const zoomed = await lens(camera, PTZ_COMMANDS['zoom-in'], 0, true);
      return turned.ok ? zoomed : turned;
    },
  };
}
