import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 已知热源: places that are hot day after day, decided by officers; masks on the map; both on the globe. */
export const knownHeat: WebFeature = {
  ownPages: [
    {
      path: '/knownHeat',
      title: { zh: '已知热源', en: 'Known heat' },
      right: 'watch-alarms',
      link: { icon: 'knownHeat', opensNewTab: false, place: 'settings' },
      Page: lazily(async () => (await import('./index.tsx')).KnownHeatPage),
    },
  ],
  loadParts: async () => [(await import('./known-heat-part.ts')).knownHeatPart],
};
