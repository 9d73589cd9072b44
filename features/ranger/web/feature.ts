import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 护林管理 */
export const ranger: WebFeature = {
  pages: [
    {
      path: 'ranger',
      title: { zh: '护林管理', en: 'Rangers' },
      order: 5,
      right: 'see-rangers',
      hidden: false,
      opensNewTab: false,
      hidesMap: false,
      Page: lazily(async () => (await import('./index.tsx')).RangerPage),
    },
  ],
  loadParts: async () => [
    (await import('../../patrol-quality/parts/gap-picture-part.ts')).patrolGapsOnGlobe,
    (await import('./replay-part.ts')).replayOnGlobe,
  ],
};
