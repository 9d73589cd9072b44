export * from './bands.ts';
export { type Draw, type DrawRequest, type GeoBox, mountDraw } from './engine/draw.ts';
export type { Covered } from './engine/fit.ts';
export { createGlobe, type Globe } from './engine/globe.ts';
export * from './engine/types.ts';
export { type Boundaries, mountBoundaries } from './layers/boundaries/boundary-layer.ts';
export type { BoundaryFeatures } from './layers/boundaries/lines.ts';

export { type BoxLayer, mountBox } from './layers/box.ts';
export type { CountLevel } from './layers/counts/badges.ts';
export { type Highlight, type HighlightedPosition, mountHighlight } from './layers/highlight.ts';
export { type MeasureLayer, type MeasureMark, mountMeasure } from './layers/measure.ts';
export { mountNames, type NameRank, type NamesOnMap, type PlaceName } from './layers/names/name-layer.ts';
export { mountRivers, type RiverLine, type RiversOnMap } from './layers/rivers.ts';
export type { SeenView } from './layers/view-watch.ts';
export { type GroundLegend, type GroundLook, USUAL_GROUND_LOOK } from './relief/look.ts';
export type { TerrainDetail } from './terrain/tiles.ts';
