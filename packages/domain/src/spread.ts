// The forecast of a fire (蔓延推演): what one was asked for, what came of it, and its events. It is a model's word, never an observation. All times are
// milliseconds since 1970, so that a run is kept as it is.
import type { Position } from './alarm.ts';
import type { GridNo } from './grid.ts';
import type { CoverScheme } from './land-cover.ts';
import type { VectorLayerKind } from './map-layer.ts';
import type { AssetKind } from './resource.ts';

export const SPREAD_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type SpreadState = (typeof SPREAD_STATES)[number];
/** Nothing more becomes of it. */
export const isSpreadOver = (state: SpreadState): boolean => state !== 'queued' && state !== 'running';

export const MOST_SPREAD_HOURS = 24;
/** Between two isochrones. */
export const ISOCHRONE_MINUTES = 15;

/** Where a fire is lit, WGS 84 degrees: GeoJSON geometries (RFC 7946). */
export type IgnitionShape =
  | { readonly type: 'Point'; readonly coordinates: readonly number[] }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly (readonly number[])[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[] };

/** `fire`: the middle of its ellipse. `drawn`: the burnt area that was drawn for it. `entered`: given by the officer. */
export type IgnitionSource = 'fire' | 'drawn' | 'entered';

/** %, of dry weight. */
export interface FuelMoisture {
  readonly oneHour: number;
  readonly tenHour: number;
  readonly hundredHour: number;
  readonly liveHerbaceous: number;
  readonly liveWoody: number;
}

/** From its time on until the next one's. */
export interface SpreadHour {
  readonly atMs: number;
  /** 10 m above the vegetation, at the fire. */
  readonly windSpeedMetresPerSecond: number;
  readonly windFromDegrees: number;
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
  readonly moisturePercent: FuelMoisture;
}

/** `demo`: made up. */
export type SpreadWeatherSource = 'qweather' | 'demo' | 'entered';

/** What of a ground is made up: 演示. */
export type SpreadGroundOrigin = 'demo' | 'imported' | 'mixed' | 'none';

export interface SpreadInputs {
  readonly beginMs: number;
  readonly hours: number;
  readonly members: number;
  /** Of the random numbers by which the members differ. */
  readonly seed: number;
  readonly model: { readonly name: 'rothermel'; readonly version: string };
  readonly ignition: { readonly source: IgnitionSource; readonly shape: IgnitionShape };
  /** Holds the fire in 95 % of all cases; null: the place was given. */
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly bearingDegrees: number } | null;
  readonly weather: {
    readonly source: SpreadWeatherSource;
    /** By which the wind of the service was multiplied for the place, 0.8 in a valley to 1.2 on a ridge; null: as entered. */
    readonly windFactor: number | null;
    /** `fosberg`: by temperature and humidity. */
    readonly moisture: 'fosberg' | 'entered';
    readonly hours: readonly SpreadHour[];
  };
  readonly ground: {
    readonly centre: Position;
    readonly halfMetres: number;
    readonly cellMetres: number;
    readonly elevation: { readonly origin: SpreadGroundOrigin; readonly version: string };
    readonly landCover: { readonly origin: SpreadGroundOrigin; readonly version: string; readonly files: readonly string[] };
    /** Rows of the table of fuels that are this deployment's own. */
    readonly ownFuels: number;
  };
  /** Lines that hold it: drawn fire breaks, roads. Water holds it by its fuel. */
  readonly barriers: { readonly breaks: number; readonly roads: number };
}

/** What has burned by a minute. */
export interface SpreadIsochrone {
  readonly minutes: number;
  readonly areaHectares: number;
  /** Of a single member null. */
  readonly probability: number | null;
  /** GeoJSON MultiPolygon's: polygons, rings, longitude and latitude in WGS 84 degrees. */
  readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

/** `line`: of a layer of lines and areas of no kind of its own, as power lines and reserves. `border`: the fire comes into this grid. */
export type ImpactKind = Exclude<VectorLayerKind, 'road' | 'water' | 'other'> | 'line' | 'border' | AssetKind;

export interface SpreadImpact {
  readonly kind: ImpactKind;
  readonly id: string;
  readonly name: string;
  /** Of its layer; null: it is of none. */
  readonly layerName: string | null;
  readonly position: Position;
  /** The grid in which it lies, or of its layer: the fence of who is told. */
  readonly gridNo: GridNo;
  /** null: not said, or it has none. */
  readonly inhabitants: number | null;
  /** Minutes from the beginning by which 10, 50 and 90 % of the members have come; null: not known of a single member, or not within the hours. */
  readonly arrivalMinutes: { readonly p10: number | null; readonly p50: number | null; readonly p90: number | null };
}

export interface SpreadResult {
  readonly isochrones: readonly SpreadIsochrone[];
  /** By the time of arrival. */
  readonly impacts: readonly SpreadImpact[];
  /** At the end of the hours. */
  readonly areaHectares: number;
  /** It reaches the edge of the ground that was looked at, or ground of which nothing is known: beyond nothing is said. */
  readonly reachesEdge: boolean;
  /** How long it took. */
  readonly seconds: number;
}

/** When the fire comes to each place, as it is kept of a finished run: of the box that burns alone. */
export interface SpreadArrivals {
  /** Cells row by row from the north-west, WGS 84 degrees. */
  readonly frame: {
    readonly columns: number;
    readonly rows: number;
    readonly west: number;
    readonly north: number;
    readonly lngDegrees: number;
    readonly latDegrees: number;
  };
  /** A step of time; 255 steps: not within the hours. */
  readonly stepMinutes: number;
  /** A byte a cell, deflated: the early tenth of the members, and of an ensemble the middle after it. */
  readonly steps: Uint8Array;
  /** The longest flame of the run, on the safe side. */
  readonly flameLengthMetres: number;
}

/** Why one failed: nothing burns where it begins, the server stopped, or a fault of the server. */
export const SPREAD_FAILURES = ['nothing-burns', 'server-stopped', 'fault'] as const;
export type SpreadFailure = (typeof SPREAD_FAILURES)[number];

/** One that was asked for. */
export interface SpreadRun {
  readonly id: string;
  /** The fire; null: a place was given. */
  readonly fireId: string | null;
  readonly gridNo: GridNo;
  readonly state: SpreadState;
  /** 0–1. */
  readonly progress: number;
  readonly inputs: SpreadInputs;
  /** null until it is done. */
  readonly result: SpreadResult | null;
  readonly failure: SpreadFailure | null;
  /** The full name. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly endedAt: Date | null;
}

/** A deployment's own row of the table of fuels, in place of the product's for that class. */
export interface FuelRow {
  readonly scheme: CoverScheme;
  /** The class, as the raster holds it. */
  readonly value: number;
  /** The code of a fuel model, GS4. */
  readonly fuelModel: string;
  /** The key of a fuel of Wang's; null: it does not burn. */
  readonly fuelFactor: string | null;
  /** The trees above it; null: none, or not known. */
  readonly canopy: { readonly coverPercent: number; readonly heightMetres: number; readonly crownRatio: number } | null;
  /** Who says so. */
  readonly source: string;
  /** 待核对. */
  readonly toConfirm: boolean;
}

export interface FuelPayloads {
  'fuel.saved': { readonly row: FuelRow };
  /** The product's own row holds again. */
  'fuel.reset': Pick<FuelRow, 'scheme' | 'value'>;
}

/** The object id of the events of a class. */
export const fuelId = ({ scheme, value }: Pick<FuelRow, 'scheme' | 'value'>): string => `${scheme}/${value}`;

interface AboutRun {
  readonly fireId: string | null;
  readonly hours: number;
}
export interface SpreadPayloads {
  'spread.begun': AboutRun & { readonly members: number };
  'spread.finished': AboutRun & { readonly areaHectares: number };
  'spread.failed': AboutRun & { readonly failure: SpreadFailure };
  'spread.cancelled': AboutRun;
}
