import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 任务管理 */
export const task: WebFeature = {
  pages: [
    {
      path: 'task',
      title: { zh: '任务管理', en: 'Tasks' },
      order: 3,
      right: 'dispatch',
      hidden: false,
      opensNewTab: false,
      hidesMap: true,
      Page: lazily(async () => (await import('./index.tsx')).TaskPage),
    },
  ],
};
