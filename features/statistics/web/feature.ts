import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 统计分析: over the globe with heat map and choropleth, and as a report page for a chief; 告警负荷: how the alarms load the desks. */
export const statistics: WebFeature = {
  pages: [
    {
      path: 'geologic',
      title: { zh: '统计分析', en: 'Statistics' },
      order: 3,
      right: 'see-statistics',
      hidden: false,
      opensNewTab: false,
      hidesMap: false,
      Page: lazily(async () => (await import('./GeologicPage.tsx')).GeologicPage),
    },
  ],
  ownPages: [
    {
      path: '/analysis',
      title: { zh: '分析报告', en: 'Analysis' },
      right: 'officer',
      link: { icon: 'geologic', opensNewTab: false, place: 'records' },
      Page: lazily(async () => (await import('./AnalysisPage.tsx')).AnalysisPage),
    },
    {
      path: '/alarmLoad',
      title: { zh: '告警负荷', en: 'Alarm load' },
      right: 'see-statistics',
      link: { icon: 'geologic', opensNewTab: false, place: 'records' },
      Page: lazily(async () => (await import('./alarm-load/AlarmLoadPage.tsx')).AlarmLoadPage),
    },
  ],
  loadParts: async () => [(await import('./statistics-part.ts')).statisticsOnMap],
};
