import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 摄像头设置 */
export const cameraSetup: WebFeature = {
  pages: [
    {
      path: 'monitorConfig',
      title: { zh: '摄像头设置', en: 'Camera settings' },
      order: 9,
      right: 'set-up-cameras',
      hidden: true,
      opensNewTab: false,
      hidesMap: true,
      Page: lazily(async () => (await import('./index.tsx')).CameraSetupPage),
    },
  ],
};
