// What a forecast is calculated from: its ignition, its weather, its terrain, and the observations of its fire.

import type { Position } from '@lookout/domain';

/** The models of the rate of spread: Rothermel's, or Wang Zhengfei's with the wind factor of Mao Xianmin. Decision 0065. */
export const SPREAD_MODELS = ['rothermel', 'wang'] as const;
export type SpreadModel = (typeof SPREAD_MODELS)[number];

export const MOST_SPREAD_HOURS = 24;
/** The most days between the request and the start of a run, before or after. */
export const SPREAD_BEGIN_DAYS = 7;

/** The size and direction of an ellipse; the azimuth is that of its longer axis. */
export interface SpreadEllipse {
  readonly semiMajorMetres: number;
  readonly semiMinorMetres: number;
  readonly azimuthDegrees: number;
}

/** A part of an ignition, WGS 84 degrees: a GeoJSON geometry (RFC 7946). */
export type IgnitionPart =
  | { readonly type: 'Point'; readonly coordinates: readonly number[] }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly (readonly number[])[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[] };

/** `fire`: the middle of its ellipse. `drawn`: the burnt area drawn for it. `entered`: given by the officer. */
export const IGNITION_SOURCES = ['fire', 'drawn', 'entered'] as const;

/** Where a fire starts. */
export interface SpreadIgnition {
  readonly source: (typeof IGNITION_SOURCES)[number];
  /** What burns from the start. */
  readonly geometry: IgnitionPart | { readonly type: 'GeometryCollection'; readonly geometries: readonly IgnitionPart[] };
  /** What ignites later, within the hours, by time. */
  readonly later: readonly { readonly time: Date; readonly geometry: IgnitionPart }[];
}

/** Dead fuels by drying time, and live fuels. */
export const MOISTURE_CLASSES = ['oneHour', 'tenHour', 'hundredHour', 'liveHerbaceous', 'liveWoody'] as const;
export type MoistureClass = (typeof MOISTURE_CLASSES)[number];
/** Fuel moisture, % of dry weight. */
export type FuelMoisture = Readonly<Record<MoistureClass, number>>;
/** The classes that were entered. */
export type EnteredMoisture = Partial<FuelMoisture>;
/** @param given classes that were not entered may be missing or null */
export const enteredMoistureOf = (
  given: Readonly<Partial<Record<MoistureClass, number | null | undefined>>> | null | undefined,
): EnteredMoisture =>
  Object.fromEntries(
    MOISTURE_CLASSES.flatMap((name) => {
      const percent = given?.[name];
      return percent == null ? [] : [[name, percent]];
    }),
  );
/** The bounds of the weather that an officer may enter, from the fire model. */
export const SPREAD_WEATHER_BOUNDS = {
  temperatureCelsius: [-60, 60],
  humidityPercent: [0, 100],
  windSpeedMetresPerSecond: [0, 113],
  windFromDegrees: [0, 360],
} as const satisfies Partial<Record<keyof SpreadHour, readonly [number, number]>>;
export const MOISTURE_PERCENT_BOUNDS = [0, 400] as const;

/** An hour of weather, which applies from its time until the next one's. */
export interface SpreadHour {
  readonly time: Date;
  /** 10 m above the vegetation, at the fire. */
  readonly windSpeedMetresPerSecond: number;
  readonly windFromDegrees: number;
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
  readonly moisturePercent: FuelMoisture;
}

/** `demo`: simulated. */
export const WEATHER_SERVICES = ['qweather', 'demo'] as const;
type WeatherServiceName = (typeof WEATHER_SERVICES)[number];

/** The weather of a run. */
export interface SpreadWeather {
  readonly source: WeatherServiceName | 'entered';
  /**
   * The factor by which the service's wind was multiplied for the terrain, 0.8 in a valley to 1.2 on a ridge; null: the wind was entered.
   */
  readonly windFactor: number | null;
  /** `fosberg`: calculated from temperature and humidity. */
  readonly moisture: 'fosberg' | 'entered';
  /** The classes whose moisture was entered. */
  readonly enteredMoisture: readonly MoistureClass[];
  /**
   * The user who entered weather or moisture; null: nothing was entered, or the user is unknown. Two users who enter the same share a run.
   */
  readonly enteredBy: string | null;
  readonly hours: readonly SpreadHour[];
}

/** The weather service's forecast at a fire, as a run would use it. */
export interface FireWeather {
  /** null: no forecast. */
  readonly source: WeatherServiceName | null;
  /** The factor by which the wind was multiplied for the terrain at the fire. */
  readonly windFactor: number;
  readonly hours: readonly SpreadHour[];
}

/** Whether the terrain data is simulated (演示). */
export const GROUND_ORIGINS = ['demo', 'imported', 'mixed', 'none'] as const;
type GroundOrigin = (typeof GROUND_ORIGINS)[number];

/** The name of the demo's own land cover, which has no file. */
export const DEMO_COVER_NAME = '演示地类';

/** The terrain of a run, and the versions of its data. */
export interface SpreadGround {
  readonly centre: Position;
  readonly halfMetres: number;
  readonly cellMetres: number;
  readonly elevation: { readonly origin: GroundOrigin; readonly version: string };
  readonly landCover: { readonly origin: GroundOrigin; readonly version: string; readonly files: readonly string[] };
  /** The measured trees: files, and the share of the window's cells with known cover or height (0–1); null: nothing is measured. */
  readonly canopy: { readonly version: string; readonly files: readonly string[]; readonly share: number } | null;
  /** The number of rows in the table of fuels that are this deployment's own. */
  readonly ownFuels: number;
}

/**
 * Kinds of observations that show where a fire burns. A smoke sensor is not included: it detects smoke from a distance, and its place is
 * not a place of the front.
 */
export const OBSERVATION_KINDS = ['satellite', 'camera', 'report', 'perimeter'] as const;
export type ObservationKind = (typeof OBSERVATION_KINDS)[number];

/** A hotspot, a camera fix or a person's report: the fire burns there, within the ellipse in 95 % of cases. */
export interface PlaceObservation {
  readonly kind: Exclude<ObservationKind, 'perimeter'>;
  /** The id of the alarm. */
  readonly id: string;
  readonly time: Date;
  readonly position: Position;
  readonly ellipse: SpreadEllipse;
}

/** The whole burned area, as it was drawn. */
export interface PerimeterObservation {
  readonly kind: 'perimeter';
  /** The id of the plot. */
  readonly id: string;
  readonly time: Date;
  /** Vertices of the outline, longitude and latitude. The first is not repeated at the end. */
  readonly ring: readonly (readonly [number, number])[];
}

export type SpreadObservation = PlaceObservation | PerimeterObservation;

/** The correction of a run by observations of its fire. */
export interface SpreadCorrection {
  /** The run that is replaced; null: the request had a start in the past. */
  readonly after: string | null;
  /**
   * `front`: at the burnt area drawn last, at the time of drawing. `earlier`: before the observations, at the start of the previous run or
   * the requested start.
   */
  readonly begins: 'front' | 'earlier';
  /** By time: the areas from which the run starts, and the observations between its start and the request. */
  readonly observations: readonly SpreadObservation[];
}

/** Observations after a run's start, by which the members are weighted. */
export const observedAfter = (observations: readonly SpreadObservation[], begin: Date): SpreadObservation[] =>
  observations.filter(({ time }) => time > begin);

/** What a run was calculated from. */
export interface SpreadInputs {
  readonly begin: Date;
  readonly hours: number;
  readonly members: number;
  /** The seed of the random numbers by which the members differ. */
  readonly seed: number;
  readonly model: { readonly name: SpreadModel; readonly version: string };
  readonly ignition: SpreadIgnition;
  /** The ellipse that contains the fire in 95 % of cases; null: the place was given. */
  readonly ellipse: SpreadEllipse | null;
  readonly weather: SpreadWeather;
  readonly ground: SpreadGround;
  /** Barriers that stop the fire: drawn fire breaks, roads, and water of imported layers. Other water stops it through its fuel class. */
  readonly barriers: { readonly breaks: number; readonly roads: number; readonly waters: number };
  /** null: the run starts from the current state and is not weighted. */
  readonly correction: SpreadCorrection | null;
}
