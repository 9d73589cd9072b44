import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/**
 * 火情经过: one timeline for a fire, on a separate page, because it is long, is printed, and is shown on the second screen while the globe
 * remains on the first. The popup of an alarm opens it; without a fire it lists the newest ones.
 */
export const fireStory: WebFeature = {
  ownPages: [
    {
      path: '/fireStory',
      title: { zh: '火情经过', en: 'Story of a fire' },
      right: 'watch-alarms',
      link: { icon: 'record', opensNewTab: false, place: 'records' },
      Page: lazily(async () => (await import('./FireStoryPage.tsx')).FireStoryPage),
    },
  ],
};
