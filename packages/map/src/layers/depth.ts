// Drawing order of marks and their names at one place: calls for help, then alarms, then everything else, then place names.
import { Cartesian3 } from 'cesium';

const nearer = (metres: number) => new Cartesian3(0, 0, -metres);

/** Place names: clear of the slope on which they lie, under every mark. */
export const BELOW_MARKS = { eyeOffset: nearer(60), disableDepthTestDistance: 0 } as const;

/** Drawn nearer to the camera than they are, so that only a ridge and the depths below hide them. */
export const BELOW_ALARMS = { eyeOffset: nearer(150), disableDepthTestDistance: 0 } as const;

/** Nearer still, and within this distance from the camera in front of everything that is `BELOW_ALARMS`. */
export const ALARMS = { eyeOffset: nearer(300), disableDepthTestDistance: 5_000 } as const;

/** Never hidden. */
export const ABOVE_ALL = { eyeOffset: Cartesian3.ZERO, disableDepthTestDistance: 1_000_000 } as const;

export type Depth = typeof BELOW_ALARMS | typeof ALARMS | typeof ABOVE_ALL;
