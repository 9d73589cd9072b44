// What is drawn over what, of marks and their names at one place: calls for help, then alarms, then everything else, then the names of places.
import { Cartesian3 } from 'cesium';

const nearer = (metres: number) => new Cartesian3(0, 0, -metres);

/** Names on the ground: clear of the slope they lie on, under every mark. */
export const BELOW_MARKS = { eyeOffset: nearer(60), disableDepthTestDistance: 0 } as const;

/** Drawn nearer to the camera than they are: only a ridge hides them, and only what follows covers them. */
export const BELOW_ALARMS = { eyeOffset: nearer(150), disableDepthTestDistance: 0 } as const;

/** Nearer still, and from this near before everything that is `BELOW_ALARMS`. */
export const ALARMS = { eyeOffset: nearer(300), disableDepthTestDistance: 5_000 } as const;

/** Never hidden. */
export const ABOVE_ALL = { eyeOffset: Cartesian3.ZERO, disableDepthTestDistance: 1_000_000 } as const;

export type Depth = typeof BELOW_ALARMS | typeof ALARMS | typeof ABOVE_ALL;
