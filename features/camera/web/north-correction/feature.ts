import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 设备纠偏 */
export const northCorrection: WebFeature = {
  pages: [
    {
      path: 'device',
      title: { zh: '设备纠偏', en: 'Device correction' },
      order: 8,
      right: 'watch-video',
      hidden: true,
      opensNewTab: false,
      hidesMap: true,
      Page: lazily(async () => (await import('./index.tsx')).NorthCorrectionPage),
    },
  ],
};
