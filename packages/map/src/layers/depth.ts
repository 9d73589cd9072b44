// What is drawn over what, of marks and their names at one place: calls for help, then alarms, then everything else.
import { Cartesian3 } from 'cesium';

const nearer = (metres: number) => new Cartesian3(0, 0, -metres);

/** Drawn nearer to the camera than they are: only a ridge hides them, and only what follows covers them. */
export const BELOW_ALARMS = { eyeOffset: nearer(150), disableDepthTestDistance: 0 } as const;

/** Nearer still, and from this near before everything that is `BELOW_ALARMS`. */
export const ALARMS = { eyeOffset: nearer(300), disableDepthTestDistance: 5_000 } as const;

/** Never hidden. */
export const ABOVE_ALL = { eyeOffset: Cartesian3.ZERO, disableDepthTestDistance: 1_000_000 } as const;

export type Depth = typeof BELOW_ALARMS | typeof ALARMS | typeof ABOVE_ALL;
