import type { OwnRoom } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';
import type { WallProps } from './WallPage.tsx';

/** `/wall`: the wall (大屏), without header, login and operator. */
export const wall: OwnRoom<WallProps> = {
  path: '/wall',
  Page: lazily(async () => (await import('./WallPage.tsx')).WallPage),
};
