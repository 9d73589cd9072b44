// How a camera is set up: from the wire to the form and back. Pure. The password goes in and never comes out.
import type { CameraSetup } from '@lookout/contract';
import type { Sector, TourStop } from '@lookout/domain';

type Text = string | null | undefined;
type Figure = number | null | undefined;

export interface SetupFields {
  readonly controlUrl?: Text;
  readonly streamUrl?: Text;
  readonly subStreamUrl?: Text;
  readonly userName?: Text;
  /** Empty: unchanged. */
  readonly password?: Text;
  readonly widestFieldOfView?: Figure;
  readonly narrowestFieldOfView?: Figure;
  readonly towerHeight?: Figure;
  readonly northCorrection?: Figure;
  readonly masks: readonly Sector[];
  readonly ranges: readonly Sector[];
  readonly tour: readonly TourStop[];
}

export const setupFields = ({ cameraId: _, name: __, hasPassword: ___, ...setup }: CameraSetup): SetupFields => ({
  ...setup,
  // As a lens computes it: 59.99999999999999.
  widestFieldOfView: rounded(setup.widestFieldOfView),
  narrowestFieldOfView: rounded(setup.narrowestFieldOfView),
  northCorrection: rounded(setup.northCorrection),
  password: '',
});

const DECIMALS = 4;
const rounded = (degrees: Figure): number | null => (degrees == null ? null : Number(degrees.toFixed(DECIMALS)));

const said = (text: Text): string | null => (text == null || text.trim() === '' ? null : text.trim());

export const setupBody = (cameraId: string, fields: SetupFields) => ({
  cameraId,
  controlUrl: said(fields.controlUrl),
  streamUrl: said(fields.streamUrl),
  subStreamUrl: said(fields.subStreamUrl),
  userName: said(fields.userName),
  // A password may begin and end with spaces.
  password: fields.password || null,
  widestFieldOfView: fields.widestFieldOfView ?? null,
  narrowestFieldOfView: fields.narrowestFieldOfView ?? null,
  towerHeight: fields.towerHeight ?? null,
  northCorrection: fields.northCorrection ?? 0,
  masks: fields.masks.map(trimmed),
  ranges: fields.ranges.map(trimmed),
  tour: fields.tour.map(({ preset, seconds }) => ({ preset, seconds })),
});

const trimmed = ({ name, fromHorizontal, toHorizontal, fromVertical, toVertical }: Sector): Sector => ({
  ...{ name: name.trim(), fromHorizontal, toHorizontal, fromVertical, toVertical },
});

/** A sector begins as a right angle over the whole height. */
export const NEW_SECTOR = { name: '', fromHorizontal: 0, toHorizontal: 90, fromVertical: -90, toVertical: 90 } as const satisfies Sector;

const USUAL_SECONDS = 30;

/** After the stops that stand: the next preset that the tour does not call at yet. */
export function nextStop(tour: readonly TourStop[], presets: readonly number[]): TourStop {
  const called = new Set(tour.map(({ preset }) => preset));
  const last = tour.at(-1);
  return { preset: presets.find((number) => !called.has(number)) ?? last?.preset ?? 1, seconds: last?.seconds ?? USUAL_SECONDS };
}

/** `masks.0.fromHorizontal` → the form's own name of that field. */
export const fieldName = (path: string): (string | number)[] => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
