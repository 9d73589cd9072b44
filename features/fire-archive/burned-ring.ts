// Outlines of burned ground.

/** A closed ring: the last point repeats the first. */
export type BurnedRing = readonly LngLatPair[];

/** WGS 84 degrees: longitude, latitude. */
export type LngLatPair = readonly [lng: number, lat: number];
