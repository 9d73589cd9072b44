// Reads the answers of ONVIF devices with any part missing (ONVIF Core, Media, Media2 and PTZ specifications): a value that a device does
// not report is null, never 0.
import { type Element, findElement, findElements, numberIn, textOf } from '../xml.ts';

const isNil = ({ attributes }: Element): boolean => attributes.nil === 'true' || attributes.nil === '1';

// Clock: the digest of a WS-UsernameToken uses the device's time.

/**
 * A POSIX 1003.1 time zone, as required by ONVIF (`CST-8`, `<+08>-8`, `EST5EDT,M3.2.0,M11.1.0`): hours west of UTC. Some devices write
 * `GMT+08:00`, which is east of UTC, or `Asia/Shanghai`.
 * @returns null: none of these forms
 */
function minutesEastOf(zone: string, isSummer: boolean): number | null {
  const named = /^[A-Za-z]+\/[\w/+-]+$/.test(zone) ? offsetOfNamed(zone) : null;
  if (named !== null) return named;
  const [, name = '', sign = '', hours = '', minutes = '0', summer = ''] =
    /^(<[^>]+>|[A-Za-z]{3,})([+-]?)(\d{1,2})(?::(\d{2}))?(?::\d{2})?([A-Za-z]*)/.exec(zone) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  if (name === '' || size > 14 * 60) return null;
  const isEastern = /^(GMT|UTC)$/i.test(name) && sign !== '' && zone.includes(':');
  return size * (isEastern === (sign === '-') ? -1 : 1) + (isSummer && summer !== '' ? 60 : 0);
}

/** Offset of a zone in the time zone database, without its summer time. */
function offsetOfNamed(zone: string): number | null {
  try {
    const shown = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(0);
    const [, sign = '', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(shown) ?? [];
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  } catch {
    // The zone does not exist.
    return null;
  }
}

/** Milliseconds of a `UTCDateTime` or `LocalDateTime`, interpreted as UTC; null: one of its parts is missing or not a number. */
function momentIn(at: Element | null): number | null {
  const parts = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'].map((name) => numberIn(at && textOf(at, name)));
  const [year, month, day, hour, minute, second] = parts;
  if (year == null || month == null || day == null || hour == null || minute == null || second == null) return null;
  const moment = Date.UTC(year, month - 1, day, hour, minute, second);
  return Number.isFinite(moment) ? moment : null;
}

/** Clock differences below this count as none, because devices accept a token for at least several seconds. */
const SAME_MS = 4_000;

/**
 * How far the device's clock is ahead of ours, in milliseconds: the most likely value first, each to be tried when the device refuses the
 * one before. The last is 0, for a device that does not check the time, or does not use the time it reports.
 * @param answer of GetSystemDateAndTime; null: there is none
 */
export function clockShifts(answer: Element | null, now: number): readonly number[] {
  const utc = momentIn(answer && findElement(answer, 'UTCDateTime'));
  const local = momentIn(answer && findElement(answer, 'LocalDateTime'));
  const zone = (answer && textOf(answer, 'TZ')) ?? '';
  const east = minutesEastOf(zone, answer !== null && textOf(answer, 'DaylightSavings') === 'true');
  const times = utc === null ? (local === null ? [] : [...(east === null ? [] : [local - east * 60_000]), local]) : [utc];
  const shifts = [...times.map((time) => time - now), 0];
  return shifts.filter((one, i) => shifts.findIndex((other) => Math.abs(one - other) < SAME_MS) === i);
}

// Services.

export type ServiceName = 'device' | 'media' | 'media2' | 'ptz' | 'imaging';

/** Namespaces in GetServices, and names in GetCapabilities. */
const SERVICES: readonly (readonly [name: ServiceName, namespace: RegExp, capability: string])[] = [
  ['device', /\/ver10\/device\//, 'Device'],
  ['media', /\/ver10\/media\//, 'Media'],
  ['media2', /\/ver20\/media\//, ''],
  ['ptz', /\/ver[12]0\/ptz\//, 'PTZ'],
  ['imaging', /\/ver[12]0\/imaging\//, 'Imaging'],
];

/** Path and query, and the URL as the device names it, whose host may be one of its inner network. */
export interface ServiceAddress {
  readonly path: string;
  readonly url: URL;
}
export type Services = Readonly<Partial<Record<ServiceName, ServiceAddress>>>;

/** @param answer of GetServices or GetCapabilities. An unreadable address is left out. */
export function servicesIn(answer: Element): Services {
  const listed = findElements(answer, 'Service').map((one) => [textOf(one, 'Namespace') ?? '', textOf(one, 'XAddr')] as const);
  const capabilities = findElement(answer, 'Capabilities')?.children ?? [];
  const found = SERVICES.flatMap(([name, namespace, capability]): [ServiceName, ServiceAddress][] => {
    const named = capabilities.find((one) => one.name === capability);
    const address = listed.find(([space]) => namespace.test(space))?.[1] ?? (named ? textOf(named, 'XAddr') : null);
    const url = address && URL.canParse(address) ? new URL(address) : null;
    return url === null ? [] : [[name, { path: `${url.pathname}${url.search}`, url }]];
  });
  return Object.fromEntries(found);
}

// Media profiles.

/** The fields of a media profile that are used here. */
export interface Profile {
  readonly token: string;
  /** The default absolute position space of the profile's PTZ configuration. */
  readonly space: string | null;
  /** The profile's video source. */
  readonly source: string | null;
}

/**
 * The profiles in an answer of Media (`Profiles`, `VideoSourceConfiguration` …) or Media2 (`Configurations`/`VideoSource` …). A profile
 * without a token is left out.
 */
export function profilesIn(answer: Element): Profile[] {
  return findElements(answer, 'Profiles').flatMap((profile) => {
    const { token = '' } = profile.attributes;
    const ptz = findElement(profile, 'PTZConfiguration') ?? findElement(profile, 'PTZ');
    // The name is misspelt in the standard itself.
    const space = ptz && (textOf(ptz, 'DefaultAbsolutePantTiltPositionSpace') || textOf(ptz, 'DefaultAbsolutePanTiltPositionSpace'));
    return token === '' ? [] : [{ token, space: space || null, source: textOf(profile, 'SourceToken') || null }];
  });
}

/** The address in an answer of GetStreamUri of either media service; null: none, or unreadable. */
export function streamAddressIn(answer: Element): URL | null {
  const text = textOf(answer, 'Uri');
  return text !== null && URL.canParse(text) ? new URL(text) : null;
}

// Position. The generic space is −1 … 1 for −180° … 180° of pan and −90° … 90° of tilt; the spherical space is in degrees.

export interface Scale {
  readonly pan: number;
  readonly tilt: number;
}
const HALF_TURN: Scale = { pan: 180, tilt: 90 };
const DEGREES: Scale = { pan: 1, tilt: 1 };

/** @param space the space of a position; null: the generic one */
export const scaleOf = (space: string | null): Scale => (space?.includes('SphericalPositionSpace') ? DEGREES : HALF_TURN);

/** Tolerance for the rounding of devices at the ends of their range. */
const SLACK = 1.001;

/**
 * The direction of the camera in an answer of GetStatus, in degrees; null: the device does not report it, or reports a value outside its
 * space.
 * @param space of the profile, used when the position does not name its own
 */
export function positionIn(answer: Element, space: string | null): { panDegrees: number; tiltDegrees: number; zoom: number | null } | null {
  const status = findElement(answer, 'PTZStatus');
  const position = status && !isNil(status) ? findElement(status, 'Position') : null;
  if (position === null || isNil(position)) return null;
  const [head, lens] = ['PanTilt', 'Zoom'].map((name) => position.children.find((one) => one.name === name && !isNil(one)));
  const [x, y, zoom] = [head?.attributes.x, head?.attributes.y, lens?.attributes.x].map(numberIn);
  if (x == null || y == null) return null;
  const scale = scaleOf(head?.attributes.space || space);
  const [pan, tilt] = [x * scale.pan, y * scale.tilt];
  // Spherical devices count pan from −180° or from 0°.
  if (Math.abs(pan) > (scale === DEGREES ? 360 : 180) * SLACK || Math.abs(tilt) > 90 * SLACK) return null;
  const isZoom = zoom != null && zoom >= 1 - SLACK && zoom <= SLACK;
  return {
    panDegrees: ((pan % 360) + 360) % 360,
    tiltDegrees: Math.max(-90, Math.min(90, tilt)),
    zoom: isZoom ? Math.max(0, Math.min(1, zoom)) : null,
  };
}
