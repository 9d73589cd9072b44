import { createSurface, demoRelief, type Surface } from '@lookout/geo';

/** The demo's ground, which the test files of a worker share: its tiles are computed once. */
export const demoGround: Surface = createSurface(demoRelief(), { keepTiles: 4_096 });
