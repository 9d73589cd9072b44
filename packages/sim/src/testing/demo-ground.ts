import { createSurface, demoRelief, type Surface } from '@lookout/geo';

/** The demo's terrain, shared by the test files of a worker, so that its tiles are computed once. */
export const demoGround: Surface = createSurface(demoRelief(), { keepTiles: 4_096 });
