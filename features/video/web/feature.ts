import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 视频预览: cameras on a wall. */
export const liveVideo: WebFeature = {
  pages: [
    {
      path: 'replay',
      title: { zh: '视频预览', en: 'Video' },
      order: 2,
      right: 'watch-video',
      hidden: false,
      opensNewTab: true,
      hidesMap: true,
      Page: lazily(async () => (await import('./index.tsx')).LiveVideoPage),
    },
  ],
};
