import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 系统管理 */
export const admin: WebFeature = {
  pages: [
    {
      path: 'admin',
      title: { zh: '系统管理', en: 'Administration' },
      order: 7,
      right: 'administer-users',
      hidden: false,
      opensNewTab: false,
      hidesMap: true,
      Page: lazily(async () => (await import('./index.tsx')).AdminPage),
    },
  ],
};
