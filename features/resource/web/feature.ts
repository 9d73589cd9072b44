import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 资源管理: in a separate browser tab (specification §2), below the same header. */
export const resources: WebFeature = {
  ownPages: [
    {
      path: '/resource',
      title: { zh: '资源管理', en: 'Resources' },
      right: 'watch-alarms',
      link: { icon: 'resource', opensNewTab: true, place: 'header' },
      Page: lazily(async () => (await import('./index.tsx')).ResourcesPage),
    },
  ],
};
