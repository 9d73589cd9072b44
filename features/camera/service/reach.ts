// Normalizes how a camera is reached, so that two records of the same device are recognized however they are written (decision 0044).
import type { LinkedCamera } from '../cameras.store.ts';
import { vendorOf } from './vendor-names.ts';

/** The destination of an address or of a platform's code. */
export interface Reach {
  /** Host and port, or the platform of a vendor. */
  readonly end: string;
  /** The part of the device that the address leads to, by kind and name; null: the camera is the whole device. */
  readonly part: { readonly kind: string; readonly name: string } | null;
  readonly field: 'controlUrl' | 'streamUrl' | 'subStreamUrl' | 'channelCode';
}

/** Whether two destinations are the same. Parts of different kinds cannot be compared and count as the same. */
export const isSameReach = (a: Reach, b: Reach): boolean =>
  a.end === b.end && (a.part === null || b.part === null || a.part.kind !== b.part.kind || a.part.name === b.part.name);

/** Vendors that are always reached at their own platform, whatever the camera's address. */
const PLATFORMS = ['chinaTower', 'aqishi', 'guide', 'mediaKit'] as const;

/** How a camera is steered: by its device's own address, or its code on a vendor's platform. */
export function steeredBy({ camera, link }: LinkedCamera): Reach[] {
  const vendor = vendorOf(camera.manufacturer);
  const reaches: Reach[] = [];
  const address = endOf(link?.controlUrl);
  if (address !== null) reaches.push({ end: address.end, part: partOf(vendor, link?.channelCode, address.path), field: 'controlUrl' });
  const isAtPlatform = PLATFORMS.some((platform) => platform === vendor) || (vendor === 'hikvision' && address === null);
  if (isAtPlatform) {
    const code = codeOf(link?.channelCode || camera.deviceId);
    reaches.push({ end: `platform:${vendor}`, part: { kind: 'code', name: code }, field: 'channelCode' });
  }
  return reaches;
}

/** How a camera is steered and watched. */
export function reachesOf(linked: LinkedCamera): Reach[] {
  const steered = steeredBy(linked);
  const [device] = steered.filter(({ field }) => field === 'controlUrl');
  const streams = (['streamUrl', 'subStreamUrl'] as const).flatMap((field): Reach[] => {
    const stream = endOf(linked.link?.[field]);
    if (stream === null) return [];
    // A stream from the device itself belongs to the device's owner. A media server has a path for each camera.
    const isOfDevice = device !== undefined && hostIn(device.end) === hostIn(stream.end);
    return [{ end: stream.end, part: isOfDevice ? device.part : { kind: 'path', name: stream.path }, field }];
  });
  return [...steered, ...streams];
}

/** Search terms for finding cameras in the database that may reach the same device: see `reachedBy`. */
export const searchedBy = (reaches: readonly Reach[]) => ({
  hosts: [...new Set(reaches.flatMap(({ end }) => (end.startsWith('platform:') ? [] : [hostIn(end)])))],
  codes: [...new Set(reaches.flatMap(({ end, part }) => (end.startsWith('platform:') && part ? [part.name.replace(/^0+/, '')] : [])))],
});

/**
 * The channel code names a channel of a recorder or platform. With ONVIF it names only a profile of the device; devices behind one address
 * are distinguished by the path of their services.
 */
function partOf(vendor: string | null, channelCode: string | null | undefined, path: string): Reach['part'] {
  if (vendor !== 'onvif') return channelCode ? { kind: `code of ${vendor}`, name: codeOf(channelCode) } : null;
  const before = /^\/(.+?)\/onvif(?:\/|$)/.exec(path.toLowerCase())?.[1];
  return before === undefined ? null : { kind: 'path before onvif', name: before };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'rtsp:': 554, 'rtsps:': 322 };

/** null: the text is not a URL, so it reaches nothing. */
function endOf(text: string | null | undefined): { readonly end: string; readonly path: string } | null {
  if (!text || !URL.canParse(text)) return null;
  const given = new URL(text);
  // `URL` normalizes other spellings of an IP address (0x7f.1) and dots in paths only for http.
  const { hostname, pathname, search } = URL.canParse(`http://${given.host}`)
    ? new URL(`http://${given.host}${given.pathname}${given.search}`)
    : given;
  const host = ipv4In(hostname.toLowerCase()).replace(/\.$/, '');
  return { end: `${host}:${given.port || (DEFAULT_PORTS[given.protocol] ?? '')}`, path: pathname.replace(/\/{2,}/g, '/') + search };
}

/** Converts mapped addresses: `[::ffff:a00:1]` is 10.0.0.1. */
function ipv4In(host: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`;
}

const hostIn = (end: string): string => end.slice(0, end.lastIndexOf(':'));

/** Devices read `01` as 1. */
const codeOf = (code: string): string => {
  const bare = code.trim().toLowerCase();
  return /^\d+$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare;
};
