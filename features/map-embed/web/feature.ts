import type { OwnRoom } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';
import type { MapPageProps } from './MapPage.tsx';

/** `/map`: the bare map, without header and login, to be framed by other sites. */
export const bareMap: OwnRoom<MapPageProps> = {
  path: '/map',
  Page: lazily(async () => (await import('./MapPage.tsx')).MapPage),
};
