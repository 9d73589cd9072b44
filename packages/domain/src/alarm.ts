// An alarm (火警): what a source says it saw, where, when; and how duty has answered so far (response.ts).
import type { AlarmResponse } from './alarm-response.ts';
import type { GridNo, Named } from './grid.ts';

/** Where an alarm comes from. The wire calls them satellite, monitor, report, smoke and danger (see contract). */
export type AlarmKind = 'satellite' | 'camera' | 'report' | 'smoke' | 'danger';
export const ALARM_KINDS = ['satellite', 'camera', 'report', 'smoke', 'danger'] as const satisfies readonly AlarmKind[];

/** How the fire was found (specification `findType` 1–5, contract.md). */
export type FindType = 'camera-smoke' | 'camera-heat' | 'satellite' | 'person' | 'sensor';

/** WGS 84 degrees. */
export interface Position {
  readonly lng: number;
  readonly lat: number;
}

/** How far the alarm's county is to be trusted: drawn from an official boundary, or only from the nearest seat (示意). */
export const GRID_BASES = ['boundary', 'sender', 'nearest-seat'] as const;
export type GridBasis = (typeof GRID_BASES)[number];

/** What each source alone can say. Unknown stays null and is shown as —, never invented. */
export interface SatelliteFacts {
  readonly kind: 'satellite';
  /** Natural key of the detection: satellite, UTC minute and position; the same pixel twice has the same number. */
  readonly fireNo: string;
  readonly satellite: string;
  readonly instrument: string | null;
  /** Of the product, to the letter (6.0NRT, 2.0NRT …); the demo world's files say `demo`. */
  readonly version: string | null;
  /** The raw confidence of the file, kept to the letter. */
  readonly confidence: string;
  /** Percent, from the raw confidence by one table. */
  readonly credibility: number;
  readonly brightnessKelvin: number | null;
  readonly brightness2Kelvin: number | null;
  readonly frpMegawatts: number | null;
  /** Along-scan and along-track pixel size: the footprint is an area, not a dot. */
  readonly scanKilometres: number | null;
  readonly trackKilometres: number | null;
  readonly dayNight: 'day' | 'night' | null;
  readonly areaHectares: number | null;
  readonly observationFrequency: number | null;
  readonly pixelAreaHectares: number | null;
  readonly pixelNumber: number | null;
  readonly woodland: number | null;
  readonly grassland: number | null;
  readonly farmland: number | null;
  readonly otherland: number | null;
  readonly strength: number | null;
  readonly strengthLevel: number | null;
  readonly infraredImage: string | null;
  readonly visibleImage: string | null;
}

/** The measures that few satellite feeds give: unknown until one does. A file of hot spots gives none of them. */
export const NO_SATELLITE_EXTRAS = {
  areaHectares: null,
  observationFrequency: null,
  pixelNumber: null,
  woodland: null,
  grassland: null,
  farmland: null,
  otherland: null,
  strength: null,
  strengthLevel: null,
  infraredImage: null,
  visibleImage: null,
} as const satisfies Partial<SatelliteFacts>;

const FIRE_NO_KEY = 'firms:';
/** The dedupe key of a detection with this number, and the number of such a key. */
export const dedupeKeyOfFireNo = (fireNo: string): string => FIRE_NO_KEY + fireNo;
export const fireNoOfDedupeKey = (dedupeKey: string): string => dedupeKey.slice(FIRE_NO_KEY.length);
/** Whether the key says the number already; compared without making a text: a file has 50,000. */
export const isDedupeKeyOfFireNo = (dedupeKey: string | null, fireNo: string): boolean =>
  dedupeKey?.length === FIRE_NO_KEY.length + fireNo.length && dedupeKey.startsWith(FIRE_NO_KEY) && dedupeKey.endsWith(fireNo);

export interface CameraFacts {
  readonly kind: 'camera';
  readonly deviceId: string | null;
  readonly monitorId: string | null;
  /** Degrees clockwise as the device reports them; the camera's north correction is added when locating. */
  readonly horizontalDegrees: number | null;
  /** Degrees above the horizon, down negative. */
  readonly verticalDegrees: number | null;
  readonly maxHeat: number | null;
  /** When located by a ray: the band of distance for 0.1° of tilt, metres along the ground. */
  readonly distanceMetres: number | null;
  readonly nearMetres: number | null;
  readonly farMetres: number | null;
  readonly alarmType: string | null;
  readonly handleOpinions: string | null;
  readonly pictures: readonly string[];
  readonly videos: readonly string[];
}

export interface ReportFacts {
  readonly kind: 'report';
  readonly altitudeMetres: number | null;
  readonly description: string | null;
  readonly comment: string | null;
  readonly reporterId: string | null;
  readonly reporterName: string | null;
  readonly reporterPhone: string | null;
  readonly pictures: readonly string[];
}

export interface SmokeFacts {
  readonly kind: 'smoke';
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly smokeLevel: number | null;
  readonly temperatureCelsius: number | null;
  readonly batteryPercent: number | null;
  readonly pictures: readonly string[];
}

export interface DangerFacts {
  readonly kind: 'danger';
  readonly resourceName: string;
  readonly resourceType: string | null;
  readonly dangerType: string | null;
  readonly dangerDescription: string | null;
  readonly checkStatus: 'open' | 'renovated';
  readonly renovationPictures: readonly string[];
}

export type AlarmFacts = SatelliteFacts | CameraFacts | ReportFacts | SmokeFacts | DangerFacts;
export type FactsOf<K extends AlarmKind> = Extract<AlarmFacts, { kind: K }>;

/** What ingest hands over: an observation not yet placed in the grid. */
export interface Observation<F extends AlarmFacts = AlarmFacts> {
  readonly findType: FindType;
  readonly position: Position;
  /** When the source saw it (satellite acquisition, camera detection, report time). */
  readonly observedAt: Date;
  readonly address: string | null;
  readonly facts: F;
  /** Says the same thing twice → the same key; a second one is a duplicate, not an alarm. null: always new. */
  readonly dedupeKey: string | null;
}

/** Where an alarm is: its position with what the grid and the gazetteer say about it. */
export interface AlarmPlace {
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly gridBasis: GridBasis;
  /** Grid names with distance and bearing from the nearest known place. */
  readonly formattedAddress: string;
}

/** An observation with its place in the grid: ready to be stored. */
export interface PlacedObservation<F extends AlarmFacts = AlarmFacts> extends Observation<F>, AlarmPlace {}

/** An alarm as it was recorded, before anybody answered it. */
export interface RecordedAlarm<F extends AlarmFacts = AlarmFacts> extends Omit<PlacedObservation<F>, 'dedupeKey'> {
  readonly id: string;
  /** When it was stored here: the time chips filter by this one. */
  readonly arrivedAt: Date;
}

/** An alarm as it stands: its facts as they are known now, and duty's response. */
export interface Alarm<F extends AlarmFacts = AlarmFacts> extends RecordedAlarm<F> {
  readonly response: AlarmResponse;
}

/** An alarm as a desk is given it: with the names of its grid and of the areas above; null: there is none at that level. */
export interface NamedAlarm<F extends AlarmFacts = AlarmFacts> extends Named<Alarm<F>> {
  readonly areaNames: { readonly province: string | null; readonly prefecture: string | null; readonly county: string | null };
}

/** 示意: the county is not from a boundary, but concluded from the nearest seat or told by the sender. */
export const isApproximate = ({ gridBasis }: Pick<AlarmPlace, 'gridBasis'>): boolean => gridBasis !== 'boundary';
