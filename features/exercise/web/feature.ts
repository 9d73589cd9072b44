import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 演练: start with a script, lead, end, replay and judge. */
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
