// All vendors as configured. One that is not configured refuses every call with '该厂商接口未配置'.
import { parseAllowList } from '../media/allow-list.ts';
import { type Resolve, resolveByDns } from '../media/upstream/source.ts';
import { type Aqishi, type AqishiConfig, createAqishi } from './aqishi.ts';
import { createChinaTower } from './china-tower.ts';
import { createGuide, type Guide } from './guide.ts';
import { createHikvision } from './hikvision.ts';
import { refusal, refusingVendor } from './http.ts';
import { createMediaKit, type ZlmConfig } from './media-kit.ts';
import { createOnvif } from './onvif/onvif.ts';
import type { CameraVendor, GatewaySpeed, VendorAnswer, VendorId } from './port.ts';

export interface VendorConfig {
  /** Addresses that cameras may have; the same list as the media engine's. */
  readonly allowed: readonly string[];
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** A gateway for Hikvision devices without their own address; null: none. */
  readonly hikvision: { readonly baseUrl: string } | null;
  readonly chinaTower: { readonly baseUrl: string } | null;
  readonly aqishi: AqishiConfig | null;
  readonly guide: { readonly baseUrl: string } | null;
  readonly mediaKit: ZlmConfig | null;
  /** What `gatewaySpeed` answers for 0, 1 … 100 %: a table, because it goes to the process that talks to the devices. */
  readonly gatewaySpeeds: readonly ReturnType<GatewaySpeed>[];
}

export type Vendors = Readonly<Record<VendorId, CameraVendor>> & { readonly aqishi: Aqishi; readonly guide: Guide };

/** @throws when the allow-list or a base address cannot be read */
export function checkVendorConfig(config: Omit<VendorConfig, 'resolve'>): void {
  parseAllowList(config.allowed);
  for (const part of [config.hikvision, config.chinaTower, config.aqishi, config.guide, config.mediaKit]) if (part) new URL(part.baseUrl);
}

/** @throws as `checkVendorConfig` */
export function createVendors(config: VendorConfig): Vendors {
  checkVendorConfig(config);
  const { timeoutMs, gatewaySpeeds, resolve = resolveByDns } = config;
  const gatewaySpeed: GatewaySpeed = (percent) => {
    const speed = gatewaySpeeds[Math.round(percent)];
    if (!speed) throw new RangeError(`no speed of ${percent} %`);
    return speed;
  };
  const deps = { resolve, allowed: parseAllowList(config.allowed), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const no = async (): VendorAnswer<never> => refusal('not-configured');
  const noAqishi: Aqishi = {
    ...refusingVendor('aqishi', 'not-configured'),
    authentication: no,
    ptzCmd: no,
    zoomCmd: no,
    preview: no,
    files: no,
    statistics: no,
    withToken: () => noAqishi,
  };
  return {
    onvif: createOnvif(deps),
    hikvision: createHikvision(deps, { baseUrl: config.hikvision?.baseUrl ?? null }),
    chinaTower: config.chinaTower ? createChinaTower(deps, config.chinaTower) : refusingVendor('chinaTower', 'not-configured'),
    aqishi: config.aqishi ? createAqishi(deps, config.aqishi, gatewaySpeed) : noAqishi,
    guide: config.guide
      ? createGuide(deps, { ...config.guide, gatewaySpeed })
      : { ...refusingVendor('guide', 'not-configured'), getVideoControl: no },
    mediaKit: config.mediaKit ? createMediaKit(deps, config.mediaKit) : refusingVendor('mediaKit', 'not-configured'),
  };
}
