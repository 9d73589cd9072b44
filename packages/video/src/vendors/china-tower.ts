// ChinaTower (中国铁塔): streams only, through `previewURLs` with the camera's index code (specification §7: transmode 1, RTP over TCP).
import { callGateway, refusal, refusingVendor, streamIn, type VendorDeps } from './http.ts';
import type { CameraVendor } from './port.ts';

const OVER_TCP = 1;
const streamTypes = { main: 0, sub: 1 } as const;

export function createChinaTower(deps: VendorDeps, { baseUrl }: { readonly baseUrl: string }): CameraVendor {
  return {
    ...refusingVendor('chinaTower', 'not-supported'),
    async stream({ code }, kind) {
      if (code === null) return refusal('without-code', 'cameraIndexCode');
      const query = { cameraIndexCode: code, transmode: OVER_TCP, streamType: streamTypes[kind] };
      return streamIn(callGateway(deps, baseUrl, 'previewURLs', { query }));
    },
  };
}
