import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 态势回放: the whole desk at any past moment. */
export const replay: WebFeature = {
  ownPages: [
    {
      path: '/replay',
      title: { zh: '态势回放', en: 'Replay' },
      right: 'watch-alarms',
      link: { icon: 'deskReplay', opensNewTab: true, place: 'records' },
      Page: lazily(async () => (await import('./ReplayPage.tsx')).ReplayPage),
    },
  ],
};
