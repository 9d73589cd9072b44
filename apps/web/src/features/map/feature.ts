import { lazily, type OwnRoom } from '../../manifest/web-feature.ts';
import type { MapPageProps } from './MapPage.tsx';

/** `/map`: the bare map, without header and login, to be framed by other sites. */
export const bareMap: OwnRoom<MapPageProps> = {
  path: '/map',
  Page: lazily(async () => (await import('./MapPage.tsx')).MapPage),
};
