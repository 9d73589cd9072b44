// Every camera height of specification §9, defined once, with the sentence that defines it. Heights are metres above the ellipsoid; in the
// 2D map the width of the view counts as the height. Read by the engine, the layers and the web's popup flow. Numbers that differ by region
// are in @lookout/region (min zoom distance, vector tiles, range after GeoJSON).

/** Range of camera heights at which something shows, both ends included. */
export interface HeightBand {
  readonly fromMetres: number;
  readonly toMetres: number;
}

export const isWithin = (heightMetres: number, band: HeightBand): boolean =>
  heightMetres >= band.fromMetres && heightMetres <= band.toMetres;

/** "Markers show between 100 and 296000 m." */
export const MARKER_BAND: HeightBand = { fromMetres: 100, toMetres: 296_000 };

/**
 * Alarms above 296,000 m are shown as counts, by county up to 1,000,000 m and by prefecture above, and are never hidden. Each band begins
 * directly above the previous one.
 */
const ALARMS_BY_COUNTY_TO_METRES = 1_000_000;
export const ALARM_COUNT_BANDS = {
  county: { fromMetres: above(MARKER_BAND.toMetres), toMetres: ALARMS_BY_COUNTY_TO_METRES },
  prefecture: { fromMetres: above(ALARMS_BY_COUNTY_TO_METRES), toMetres: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, HeightBand>;

/** A click on a count of alarms flies to the next finer band. */
export const ALARM_COUNT_FLIES_TO_METRES = { prefecture: 600_000, county: 250_000 } as const satisfies Record<
  keyof typeof ALARM_COUNT_BANDS,
  number
>;

/** For layers that show at every height (boundaries choose their own level). */
export const EVERY_HEIGHT: HeightBand = { fromMetres: 0, toMetres: Number.POSITIVE_INFINITY };

/** "Default home view lng 120, lat 36, height 300000; flight 3 s, pitch -90." The position is in @lookout/region (`DEFAULT_HOME`). */
export const HOME_FLIGHT_SECONDS = 3;
export const HOME_PITCH_DEGREES = -90;

/** "Fly-to height 300000 m". */
export const FLY_TO_HEIGHT_METRES = 300_000;

/** "popups only above 300000 m camera height (one reading)": the rule `only-above`, which no region sets. */
export const POPUP_ONLY_ABOVE_METRES = 300_000;

/** "popup weather fetch and fly-in trigger above 90000 m, range 15000 m (other reading)". */
export const POPUP_FLY_IN_ABOVE_METRES = 90_000;
export const POPUP_FLY_IN_RANGE_METRES = 15_000;

/** §4: "Depth test against terrain is on when camera pitch is at or above -0.51." Radians. */
const DEPTH_TEST_FROM_PITCH_RADIANS = -0.51;
export const testsDepthAt = (pitchRadians: number): boolean => pitchRadians >= DEPTH_TEST_FROM_PITCH_RADIANS;

/** "Debounce 200 ms and 1500 ms": 200 ms for typing and camera moves. */
export const CAMERA_REST_MILLISECONDS = 200;

/** "Monitoring radius 5000 m, circle 3000 m". */
export const MONITORING_RADIUS_METRES = 5000;
export const MONITORING_CIRCLE_METRES = 3000;

/** "scan sector advances 2 degrees every 4 s, spans 13 degrees". */
export const SCAN_STEP_DEGREES = 2;
export const SCAN_STEP_MILLISECONDS = 4000;
export const SCAN_SECTOR_DEGREES = 13;

/** "3D scene layers below 100000 m." */
export const SCENE_LAYERS_BELOW_METRES = 100_000;

/** The band of 3D scenes. The local levels L09 … L19 are requested at every height (`localSceneLevelAt`). */
export const SCENE_BAND: HeightBand = { fromMetres: 0, toMetres: below(SCENE_LAYERS_BELOW_METRES) };

/** "Vector tiles below 33000 m (Sichuan) or 10033000 m (Heilongjiang)": the number is the region's. */
export const vectorTileBand = (region: { readonly vectorTilesBelowMetres: number }): HeightBand => ({
  fromMetres: 0,
  toMetres: below(region.vectorTilesBelowMetres),
});

export type BoundaryLevel = 'province' | 'prefecture' | 'county' | 'village';

/** "Boundaries: villages below 33000 m, counties to 160000 m, cities above to 19644541 m, hidden beyond." */
const VILLAGES_BELOW_METRES = 33_000;
const COUNTIES_TO_METRES = 160_000;
const CITIES_TO_METRES = 19_644_541;

/**
 * Below this height a line at sea level is visibly offset from the mountains it crosses, so boundaries are draped on the terrain and drawn
 * in full detail.
 */
export const BOUNDARIES_DRAPED_BELOW_METRES = 250_000;

/**
 * The finest boundary level to draw at a camera height; null when boundaries are hidden. Coarser boundaries coincide with outlines of finer
 * ones.
 */
export function boundaryLevelAt(heightMetres: number): Exclude<BoundaryLevel, 'province'> | null {
  if (heightMetres < VILLAGES_BELOW_METRES) return 'village';
  if (heightMetres <= COUNTIES_TO_METRES) return 'county';
  if (heightMetres <= CITIES_TO_METRES) return 'prefecture';
  return null;
}

const fineness = { province: 0, prefecture: 1, county: 2, village: 3 } as const satisfies Record<BoundaryLevel, number>;

/**
 * Is a line of `level` drawn at this camera height? Coarser outlines are still drawn when the camera comes nearer: a prefecture's outline
 * also belongs to its counties.
 */
export function showsBoundary(level: BoundaryLevel, heightMetres: number): boolean {
  const finest = boundaryLevelAt(heightMetres);
  return finest !== null && fineness[level] <= fineness[finest];
}

/** The river lines are off by a kilometre or two: from nearer they would be drawn beside their valleys. */
const RIVERS_FROM_METRES = 250_000;

/** By the level of the river, 0 the largest. These heights are not from the specification. */
export const RIVER_BANDS: readonly HeightBand[] = [
  { fromMetres: RIVERS_FROM_METRES, toMetres: 8_000_000 },
  { fromMetres: RIVERS_FROM_METRES, toMetres: 8_000_000 },
  { fromMetres: RIVERS_FROM_METRES, toMetres: 2_500_000 },
  { fromMetres: RIVERS_FROM_METRES, toMetres: 900_000 },
];

/**
 * Place names. The specification gives no heights for them: a level shows while the view contains few enough of its areas, and provinces as
 * far out as boundaries do.
 */
export const NAME_BANDS = {
  province: { fromMetres: 400_000, toMetres: CITIES_TO_METRES },
  prefecture: { fromMetres: 40_000, toMetres: 2_500_000 },
  county: { fromMetres: 0, toMetres: 400_000 },
  seat: { fromMetres: 0, toMetres: 180_000 },
  river: { fromMetres: RIVERS_FROM_METRES, toMetres: 2_500_000 },
  town: { fromMetres: 0, toMetres: 80_000 },
} as const satisfies Record<string, HeightBand>;

/** Names of villages and of single points in imported layers: from further out a name would seem to label neighbouring places as well. */
export const VILLAGE_NAME_BAND: HeightBand = { fromMetres: 0, toMetres: below(VILLAGES_BELOW_METRES) };

/** "Aggregated markers: level2 296000-1000000 m, level3 70000-296000 m, detail below 70000 m; hidden when count is 0 or less." */
const DETAIL_BELOW_METRES = 70_000;
const LEVEL3_BELOW_METRES = 296_000;
const LEVEL2_TO_METRES = 1_000_000;

/** The band where `aggregationAt` returns `level3`: counts by county. */
export const COUNTY_COUNT_BAND: HeightBand = { fromMetres: DETAIL_BELOW_METRES, toMetres: below(LEVEL3_BELOW_METRES) };

/** The band where `aggregationAt` returns `level2`: counts by prefecture. */
export const PREFECTURE_COUNT_BAND: HeightBand = { fromMetres: LEVEL3_BELOW_METRES, toMetres: LEVEL2_TO_METRES };

/** A click on a count flies to a height well inside the band of the next finer level. */
export const COUNT_FLIES_TO_METRES = { prefecture: 200_000, county: 45_000 } as const;

/** The band where `aggregationAt` returns `detail`: each resource is drawn individually. */
export const RESOURCE_BAND: HeightBand = { fromMetres: MARKER_BAND.fromMetres, toMetres: below(DETAIL_BELOW_METRES) };

/** Individually drawn marks have their names next to them. */
export const LABEL_BAND: HeightBand = { fromMetres: 0, toMetres: DETAIL_BELOW_METRES };

/** Satellite footprints are drawn at detail heights only: from further out a 375 m pixel is a dot hidden by its mark. */
export const FOOTPRINT_BAND: HeightBand = { fromMetres: 0, toMetres: DETAIL_BELOW_METRES };

/** How resources and monitoring points are drawn: individually, counted by county (level 3), by prefecture (level 2), or not at all. */
export function aggregationAt(heightMetres: number): 'detail' | 'level3' | 'level2' | 'hidden' {
  if (heightMetres < DETAIL_BELOW_METRES) return 'detail';
  if (heightMetres < LEVEL3_BELOW_METRES) return 'level3';
  if (heightMetres <= LEVEL2_TO_METRES) return 'level2';
  return 'hidden';
}

/** "Local 3D levels: above 300000 L09, above 60000 L11, above 25000 L13, above 8000 L15, above 1500 L17, else L19." */
const LOCAL_LEVELS = [
  [300_000, 9],
  [60_000, 11],
  [25_000, 13],
  [8000, 15],
  [1500, 17],
] as const;

export function localSceneLevelAt(heightMetres: number): number {
  return LOCAL_LEVELS.find(([aboveMetres]) => heightMetres > aboveMetres)?.[1] ?? 19;
}

/**
 * Opening an alarm from a list: above 90,000 m the camera first flies to a range of 15,000 m, then the popup opens; below, it opens at
 * once. `only-above` is the other reading: no popup at all unless the camera is above 300,000 m.
 */
export function popupStepAt(heightMetres: number, rule: 'fly-in' | 'only-above'): 'fly-then-open' | 'open' | 'none' {
  if (rule === 'only-above') return heightMetres > POPUP_ONLY_ABOVE_METRES ? 'open' : 'none';
  return heightMetres > POPUP_FLY_IN_ABOVE_METRES ? 'fly-then-open' : 'open';
}

/** The next larger double: "above 296,000" begins directly above 296,000, so that marker and count never show together. */
function above(metres: number): number {
  return metres * (1 + Number.EPSILON);
}

/** The next smaller double: "below 70,000" ends directly below 70,000. */
function below(metres: number): number {
  return metres * (1 - Number.EPSILON / 2);
}
