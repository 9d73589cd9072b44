import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 选址: the best places for the next towers, beside the globe. */
export const site: WebFeature = {
  ownPages: [
    {
      path: '/sites',
      title: { zh: '瞭望塔选址', en: 'Sites for towers' },
      right: 'watch-alarms',
      link: { icon: 'sites', opensNewTab: false, place: 'prevention' },
      Page: lazily(async () => (await import('./index.tsx')).SitesPage),
    },
  ],
};
