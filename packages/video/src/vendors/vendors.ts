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

/** The gateways that are not configured: known without asking anybody. */
export function notConfigured(config: Pick<VendorConfig, 'chinaTower' | 'aqishi' | 'guide' | 'mediaKit'>): Partial<Vendors> {
  const no = async (): VendorAnswer<never> => refusal('not-configured');
  const aqishi: Aqishi = {
    ...refusingVendor('aqishi', 'not-configured'),
    authentication: no,
    ptzCmd: no,
    zoomCmd: no,
    preview: no,
    files: no,
    statistics: no,
    withToken: () => aqishi,
  };
  return {
    ...(config.chinaTower === null && { chinaTower: refusingVendor('chinaTower', 'not-configured') }),
    ...(config.aqishi === null && { aqishi }),
    ...(config.guide === null && { guide: { ...refusingVendor('guide', 'not-configured'), getVideoControl: no } }),
    ...(config.mediaKit === null && { mediaKit: refusingVendor('mediaKit', 'not-configured') }),
  };
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
  return {
    ...notConfigured(config),
    onvif: createOnvif(deps),
    hikvision: createHikvision(deps, { baseUrl: config.hikvision?.baseUrl ?? null }),
    ...(config.chinaTower && { chinaTower: createChinaTower(deps, config.chinaTower) }),
    ...(config.aqishi && { aqishi: createAqishi(deps, config.aqishi, gatewaySpeed) }),
    ...(config.guide && { guide: createGuide(deps, { ...config.guide, gatewaySpeed }) }),
    ...(config.mediaKit && { mediaKit: createMediaKit(deps, config.mediaKit) }),
    // A gateway is configured or it is not; TypeScript cannot see that the two halves make a whole.
  } as Vendors;
}
