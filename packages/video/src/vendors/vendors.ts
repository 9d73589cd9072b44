// All vendors as configured. A vendor that is not configured refuses every call with '该厂商接口未配置'. Only the separate process loads them.
import { parseAllowList } from '../media/allow-list.ts';
import { resolveByDns } from '../media/upstream/source.ts';
import { createAqishi } from './aqishi.ts';
import { createChinaTower } from './china-tower.ts';
import { createGuide } from './guide.ts';
import { createHikvision } from './hikvision.ts';
import { createMediaKit } from './media-kit.ts';
import { createOnvif } from './onvif/onvif.ts';
import type { GatewaySpeed } from './port.ts';
import { checkVendorConfig, notConfigured, type VendorConfig, type Vendors } from './vendor-config.ts';

/** @throws the errors of `checkVendorConfig` */
export function createVendors(config: VendorConfig): Vendors {
  checkVendorConfig(config);
  const { timeoutMs, gatewaySpeeds, resolve = resolveByDns } = config;
  const gatewaySpeed: GatewaySpeed = (percent) => {
    const speed = gatewaySpeeds[Math.round(percent)];
    if (!speed) throw new RangeError(`no speed of ${percent} %`);
    return speed;
  };
  const deps = { resolve, allowed: parseAllowList(config.allowed), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  return {
    ...notConfigured(config),
    onvif: createOnvif(deps),
    hikvision: createHikvision(deps, { baseUrl: config.hikvision?.baseUrl ?? null }),
    ...(config.chinaTower && { chinaTower: createChinaTower(deps, config.chinaTower) }),
    ...(config.aqishi && { aqishi: createAqishi(deps, config.aqishi, gatewaySpeed) }),
    ...(config.guide && { guide: createGuide(deps, { ...config.guide, gatewaySpeed }) }),
    ...(config.mediaKit && { mediaKit: createMediaKit(deps, config.mediaKit) }),
    // A gateway is configured or it is not; TypeScript cannot see that the two halves form a complete value.
  } as Vendors;
}
