import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 人员安全: a notice on every page when a person's margin before a fire is short, and the page that lists everyone by urgency. */
export const safety: WebFeature = {
  ownPages: [
    {
      path: '/safety',
      title: { zh: '人员安全', en: 'Safety of people' },
      right: 'watch-alarms',
      link: { icon: 'safety', opensNewTab: false, place: 'urgent' },
      Page: lazily(async () => (await import('./SafetyPage.tsx')).SafetyPage),
    },
  ],
  Notices: lazily(async () => (await import('./SafetyNotices.tsx')).SafetyNotices),
};
