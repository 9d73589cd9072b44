import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 预案: plans of the grid and their runs for a fire. */
export const plan: WebFeature = {
  ownPages: [
    {
      path: '/emergencyPlan',
      title: { zh: '应急预案', en: 'Emergency plans' },
      right: 'officer',
      link: { icon: 'emergencyPlan', opensNewTab: false, place: 'prevention' },
      Page: lazily(async () => (await import('./index.tsx')).PlanPage),
    },
  ],
};
