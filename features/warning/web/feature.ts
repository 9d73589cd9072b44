import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 森林火险预警: warnings in force, the danger by county, and past warnings. */
export const warning: WebFeature = {
  ownPages: [
    {
      path: '/warning',
      title: { zh: '火险预警', en: 'Danger warnings' },
      right: 'officer',
      link: { icon: 'warning', opensNewTab: false, place: 'prevention' },
      Page: lazily(async () => (await import('./index.tsx')).WarningPage),
    },
  ],
};
