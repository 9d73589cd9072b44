export { type Backdrop, backdropOfRgb, hills } from './backdrop.ts';
export type { PlumeShape } from './plume.ts';
export { type Random, randomOf } from './random.ts';
export { createScene, FRAME_SECONDS, type Painted, type SceneOptions } from './scene.ts';
