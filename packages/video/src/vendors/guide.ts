// guide (高德红外, specification §7): a single call, `getVideoControl`; `enumCode` selects the kind of command: 1 direction, 2 lens, 3
// accessory. `direction` is a direction code (§9: 1–8, 101 auto focus). `operation` is a zoom operation (1–6), or for an accessory its
// command number (2–5). `step` 1–8 is how far the lens moves (§5). The vendor's own list is not public (待核对).
import { AUTO_FOCUS_CODE, DIRECTION_CODES, LENS_CODES, PTZ_COMMANDS } from '@lookout/domain';
import { callGateway, done, type GatewayFields, refusingVendor, streamIn, type VendorDeps } from './http.ts';
import type { CameraDevice, CameraVendor, GatewaySpeed, VendorAnswer } from './port.ts';

const enumCodes = { play: 'preview', direction: 1, lens: 2, accessory: 3 } as const;

interface GuideConfig {
  readonly baseUrl: string;
  readonly gatewaySpeed: GatewaySpeed;
}

export interface Guide extends CameraVendor {
  getVideoControl(fields: GatewayFields): VendorAnswer<unknown>;
}

export function createGuide(deps: VendorDeps, { baseUrl, gatewaySpeed }: GuideConfig): Guide {
  const getVideoControl = (body: GatewayFields): VendorAnswer<unknown> => callGateway(deps, baseUrl, 'getVideoControl', { body });
  const nameOf = ({ cameraId, code, channelId }: CameraDevice): GatewayFields => ({ id: code ?? cameraId, monitorId: cameraId, channelId });
  const control = (camera: CameraDevice, fields: GatewayFields, isStop: boolean): VendorAnswer<void> =>
    done(getVideoControl({ ...nameOf(camera), ...fields, stop: isStop ? 1 : 0 }));
  const turn = (direction: number, speed: number): GatewayFields => ({ enumCode: enumCodes.direction, direction, speed });
  return {
    ...refusingVendor('guide', 'not-supported'),
    getVideoControl,
    stream: (camera, kind) =>
      streamIn(getVideoControl({ ...nameOf(camera), enumCode: enumCodes.play, streamType: kind === 'main' ? 1 : 2 })),
    move: (camera, direction, percent, phase) =>
      control(camera, turn(DIRECTION_CODES[direction], gatewaySpeed(percent).speed), phase === 'stop'),
    lens: (camera, act, percent, phase) =>
      control(camera, { enumCode: enumCodes.lens, operation: LENS_CODES[act], ...gatewaySpeed(percent) }, phase === 'stop'),
    autoFocus: (camera) => control(camera, turn(AUTO_FOCUS_CODE, 1), false),
    aux: (camera, device, isOn) => control(camera, { enumCode: enumCodes.accessory, operation: PTZ_COMMANDS[device] }, !isOn),
    async halt(camera) {
      const turned = await control(camera, turn(DIRECTION_CODES.up, 0), true);
      const zoomed = await control(camera, { enumCode: enumCodes.lens, operation: LENS_CODES['zoom-in'], speed: 0 }, true);
      return turned.ok ? zoomed : turned;
    },
  };
}
