import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 演练: begun with a script, led, ended, replayed and judged. */
export const exercise: WebFeature = {
  ownPages: [
    {
      path: '/exercise',
      title: { zh: '演练', en: 'Exercises' },
      right: 'dispatch',
      link: { icon: 'exercise', opensNewTab: false, place: 'prevention' },
      Page: lazily(async () => (await import('./ExercisePage.tsx')).ExercisePage),
    },
  ],
};
