export { type CoordinateSystem, GCJ_02, systemOf, systemOfGeoJson, UNSTATED } from './system.ts';
