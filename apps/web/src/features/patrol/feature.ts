import { lazily, type OwnRoom } from '../../manifest/web-feature.ts';
import type { PatrolProps } from './PatrolPage.tsx';

/** The ranger's page: outside the main shell, made for a phone. */
export const patrol: OwnRoom<PatrolProps> = {
  path: '/patrol',
  Page: lazily(async () => (await import('./PatrolPage.tsx')).PatrolPage),
};
