import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 地质灾害: hazard points next to the map, with their monitors and warnings. Notices of warnings are shown on every page. */
export const hazard: WebFeature = {
  pages: [
    {
      path: 'GeologicHazard',
      title: { zh: '地质灾害', en: 'Geological hazards' },
      order: 6.5,
      right: 'set-up-cameras',
      hidden: false,
      opensNewTab: false,
      hidesMap: false,
      Page: lazily(async () => (await import('./index.tsx')).HazardPage),
    },
  ],
  Notices: lazily(async () => (await import('./Notices.tsx')).Notices),
  Overlay: lazily(async () => (await import('./HazardCard.tsx')).HazardCard),
  loadParts: async () => [(await import('./hazards-part.ts')).hazards],
};
