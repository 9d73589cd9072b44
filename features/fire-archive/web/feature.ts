import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 灾后评估 */
export const fireArchive: WebFeature = {
  pages: [
    {
      path: 'record',
      title: { zh: '灾后评估', en: 'Fire archives' },
      order: 6,
      right: 'dispatch',
      hidden: false,
      opensNewTab: false,
      hidesMap: false,
      Page: lazily(async () => (await import('./index.tsx')).FireArchivePage),
    },
  ],
};
