import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 报送时限: the nearest deadline in the header of every page; the page where reports are sent, signed for and read, and the rules behind them. */
export const reporting: WebFeature = {
  ownPages: [
    {
      path: '/reporting',
      title: { zh: '火情报送', en: 'Reporting upwards' },
      right: 'watch-alarms',
      link: { icon: 'record', opensNewTab: false, place: 'urgent' },
      Page: lazily(async () => (await import('./ReportingPage.tsx')).ReportingPage),
    },
  ],
  HeaderBadge: lazily(async () => (await import('./CountdownBadge.tsx')).CountdownBadge),
};
