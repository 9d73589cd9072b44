// A camera's setup: conversion to the form and back. Pure. The password is write-only.

import { formatTime } from '@lookout/contract';
import { pickedTime } from '@lookout/web/shared/time-text.ts';
import dayjs, { type Dayjs } from 'dayjs';
import type { CameraSetup, Sector, TourStop } from '../../camera.ts';
import { keepsPassword } from '../../camera-access.wire.ts';

type Text = string | null | undefined;
type Figure = number | null | undefined;

interface MaskFields extends Sector {
  /** Beijing time as the picker shows it; null: no end. */
  readonly endsAt?: Dayjs | null;
}

export interface SetupFields {
  readonly controlUrl?: Text;
  readonly streamUrl?: Text;
  readonly subStreamUrl?: Text;
  /** The channel on a recorder or platform. For a single camera it is kept unchanged. */
  readonly channelCode?: Text;
  readonly userName?: Text;
  /** Empty: unchanged. */
  readonly password?: Text;
  readonly isBasicAllowed?: boolean;
  readonly widestFieldDegrees?: Figure;
  readonly narrowestFieldDegrees?: Figure;
  readonly towerHeightMetres?: Figure;
  readonly northCorrectionDegrees?: Figure;
  readonly masks: readonly MaskFields[];
  readonly ranges: readonly Sector[];
  readonly tour: readonly TourStop[];
}

export const setupFields = ({ cameraId: _, name: __, hasPassword: ___, ...setup }: CameraSetup): SetupFields => ({
  ...setup,
  // Rounded: computed angles may be 59.99999999999999.
  widestFieldDegrees: rounded(setup.widestFieldDegrees),
  narrowestFieldDegrees: rounded(setup.narrowestFieldDegrees),
  northCorrectionDegrees: rounded(setup.northCorrectionDegrees),
  masks: setup.masks.map(({ endsAt, ...sector }) => ({ ...sector, endsAt: endsAt && dayjs(formatTime(endsAt)) })),
  password: '',
});

const DECIMALS = 4;
const rounded = (degrees: Figure): number | null => (degrees == null ? null : Number(degrees.toFixed(DECIMALS)));

const textOrNull = (text: Text): string | null => (text == null || text.trim() === '' ? null : text.trim());

export const setupBody = (cameraId: string, fields: SetupFields) => ({
  cameraId,
  controlUrl: textOrNull(fields.controlUrl),
  channelCode: textOrNull(fields.channelCode),
  streamUrl: textOrNull(fields.streamUrl),
  subStreamUrl: textOrNull(fields.subStreamUrl),
  userName: textOrNull(fields.userName),
  // Not trimmed, because a password may begin or end with spaces.
  password: fields.password || null,
  isBasicAllowed: fields.isBasicAllowed ?? false,
  widestFieldDegrees: fields.widestFieldDegrees ?? null,
  narrowestFieldDegrees: fields.narrowestFieldDegrees ?? null,
  towerHeightMetres: fields.towerHeightMetres ?? null,
  northCorrectionDegrees: fields.northCorrectionDegrees ?? 0,
  masks: fields.masks.map(({ endsAt, ...sector }) => ({ ...trimmed(sector), endsAt: endsAt == null ? null : pickedTime(endsAt) })),
  ranges: fields.ranges.map(trimmed),
  tour: fields.tour.map(({ preset, seconds }) => ({ preset, seconds })),
});

/**
 * Whether this change clears the stored password, because it would be sent elsewhere. A newly typed password belongs to the new address.
 */
export const losesPassword = (setup: CameraSetup, fields: SetupFields): boolean =>
  setup.hasPassword && !fields.password && !keepsPassword(accessOf(setup), accessOf(fields));

const accessOf = ({
  controlUrl,
  streamUrl,
  subStreamUrl,
  userName,
}: Pick<SetupFields, 'controlUrl' | 'streamUrl' | 'subStreamUrl' | 'userName'>) => ({
  controlUrl: textOrNull(controlUrl),
  streamUrl: textOrNull(streamUrl),
  subStreamUrl: textOrNull(subStreamUrl),
  userName: textOrNull(userName),
});

const trimmed = ({ name, fromHorizontal, toHorizontal, fromVertical, toVertical }: Sector): Sector => ({
  name: name.trim(),
  fromHorizontal,
  toHorizontal,
  fromVertical,
  toVertical,
});

/** A new sector: 90° wide, over the full height. */
export const NEW_SECTOR = { name: '', fromHorizontal: 0, toHorizontal: 90, fromVertical: -90, toVertical: 90 } as const satisfies Sector;

const USUAL_SECONDS = 30;

/** A new stop: the next preset that the tour does not visit yet. */
export function nextStop(tour: readonly TourStop[], presets: readonly number[]): TourStop {
  const called = new Set(tour.map(({ preset }) => preset));
  const last = tour.at(-1);
  return { preset: presets.find((number) => !called.has(number)) ?? last?.preset ?? 1, seconds: last?.seconds ?? USUAL_SECONDS };
}

/** Converts a path such as `masks.0.fromHorizontal` to the form's own name of that field. */
export const fieldName = (path: string): (string | number)[] => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

// Geometry of the compass rose. Angles run clockwise from the top, as a camera reports them. The centre is 0, 0. Pure.
interface RosePoint {
  readonly x: number;
  readonly y: number;
}

type Span = Pick<Sector, 'fromHorizontal' | 'toHorizontal'>;

const WHOLE = 360;
const RADIANS = Math.PI / 180;
const around = (degrees: number): number => ((degrees % WHOLE) + WHOLE) % WHOLE;

export const rosePoint = (degrees: number, radius: number): RosePoint => ({
  x: radius * Math.sin(degrees * RADIANS),
  y: -radius * Math.cos(degrees * RADIANS),
});

/** The clockwise width, 0 < … ≤ 360 degrees, also across north. Equal ends are the full circle (as in `isInSector`). */
export const spanOf = ({ fromHorizontal, toHorizontal }: Span): number => around(toHorizontal - fromHorizontal) || WHOLE;

/** The SVG path of a sector between two radii. */
export function sectorPath(sector: Span, inner: number, outer: number): string {
  const span = spanOf(sector);
  const { fromHorizontal: from } = sector;
  if (span === WHOLE) return `${circle(outer, 1)} ${circle(inner, 0)}`;
  const far = span > WHOLE / 2 ? 1 : 0;
  const to = from + span;
  return `M ${at(from, outer)} A ${outer} ${outer} 0 ${far} 1 ${at(to, outer)} L ${at(to, inner)} A ${inner} ${inner} 0 ${far} 0 ${at(from, inner)} Z`;
}

/** An SVG arc cannot end where it starts, so a full circle is drawn as two halves. */
const circle = (radius: number, sweep: 0 | 1): string =>
  `M ${at(0, radius)} A ${radius} ${radius} 0 1 ${sweep} ${at(180, radius)} A ${radius} ${radius} 0 1 ${sweep} ${at(0, radius)} Z`;

function at(degrees: number, radius: number): string {
  const { x, y } = rosePoint(degrees, radius);
  return `${fixed(x)} ${fixed(y)}`;
}

/** Rounds to two decimals and never returns "-0". */
const fixed = (value: number): number => Number(value.toFixed(2)) + 0;
