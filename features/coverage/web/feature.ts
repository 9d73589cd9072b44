import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 护林视域: what camera masts see, by grid and by mast, and what another mast would change. */
export const coverage: WebFeature = {
  ownPages: [
    {
      path: '/coverage',
      title: { zh: '护林视域', en: 'Coverage' },
      right: 'watch-alarms',
      link: { icon: 'coverage', opensNewTab: false, place: 'prevention' },
      Page: lazily(async () => (await import('./CoveragePage.tsx')).CoveragePage),
    },
  ],
};
