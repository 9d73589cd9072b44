import { lazily, type OwnRoom } from '../../manifest/web-feature.ts';
import type { WallProps } from './WallPage.tsx';

/** `/wall`: the wall (大屏), without header, login and operator. */
export const wall: OwnRoom<WallProps> = {
  path: '/wall',
  Page: lazily(async () => (await import('./WallPage.tsx')).WallPage),
};
