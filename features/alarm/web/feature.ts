import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 报警管理 */
export const alarm: WebFeature = {
  pages: [
    {
      path: 'alarm',
      title: { zh: '报警管理', en: 'Alarms' },
      order: 4,
      right: 'act-on-alarms',
      hidden: false,
      opensNewTab: false,
      hidesMap: true,
      Page: lazily(async () => (await import('./index.tsx')).AlarmPage),
    },
  ],
};
