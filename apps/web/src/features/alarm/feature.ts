import { lazily, type WebFeature } from '../../manifest/web-feature.ts';

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
