export { projectionOf } from './geo-keys.ts';
export { type Placing, placingOf } from './raster.ts';
export { type CoordinateSystem, GCJ_02, systemOf, systemOfGeoJson, UNSTATED } from './system.ts';
