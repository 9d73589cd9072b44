import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 辅助决策: what a fire is, what surrounds it, and whom to send first. */
export const decision: WebFeature = {
  pages: [
    {
      path: 'decision',
      title: { zh: '辅助决策', en: 'Decision support' },
      order: 5.5,
      right: 'support-decisions',
      hidden: false,
      opensNewTab: false,
      hidesMap: false,
      Page: lazily(async () => (await import('./index.tsx')).DecisionPage),
    },
  ],
  loadParts: async () => [
    (await import('../parts/surroundings-part.ts')).surroundings,
    (await import('../../spread/parts/spread-part.ts')).spreadPart,
  ],
};
