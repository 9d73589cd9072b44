// The configuration of the vendors, without the vendors themselves: everything that the server can check without their process.
import { parseAllowList } from '../media/allow-list.ts';
import type { Resolve } from '../media/upstream/source.ts';
import type { Aqishi, AqishiConfig } from './aqishi.ts';
import type { Guide } from './guide.ts';
import { refusal, refusingVendor } from './http.ts';
import type { ZlmConfig } from './media-kit.ts';
import type { CameraVendor, GatewaySpeed, VendorAnswer, VendorId } from './port.ts';

export interface VendorConfig {
  /** Addresses that cameras may have; the same list as the media engine's. */
  readonly allowed: readonly string[];
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** A gateway for Hikvision devices without an address of their own; null: none. */
  readonly hikvision: { readonly baseUrl: string } | null;
  readonly chinaTower: { readonly baseUrl: string } | null;
  readonly aqishi: AqishiConfig | null;
  readonly guide: { readonly baseUrl: string } | null;
  readonly mediaKit: ZlmConfig | null;
  /** The results of `gatewaySpeed` for 0, 1 … 100 %. A table, because it is sent to the process that talks to the devices. */
  readonly gatewaySpeeds: readonly ReturnType<GatewaySpeed>[];
}

export type Vendors = Readonly<Record<VendorId, CameraVendor>> & { readonly aqishi: Aqishi; readonly guide: Guide };

/** @throws when the allow-list or a base address is invalid */
export function checkVendorConfig(config: Omit<VendorConfig, 'resolve'>): void {
  parseAllowList(config.allowed);
  for (const part of [config.hikvision, config.chinaTower, config.aqishi, config.guide, config.mediaKit]) if (part) new URL(part.baseUrl);
}

/** The gateways that are not configured: their refusals need no call to the process. */
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
