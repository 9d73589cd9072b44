import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 护林员求救: a notice over every page with its own sound, the mark on the globe, and the page for handling an SOS. */
export const sos: WebFeature = {
  ownPages: [
    {
      path: '/sos',
      title: { zh: '护林员求救', en: 'SOS of rangers' },
      right: 'watch-alarms',
      link: { icon: 'sos', opensNewTab: false, place: 'urgent' },
      Page: lazily(async () => (await import('./SosPage.tsx')).SosPage),
    },
  ],
  loadParts: async () => [(await import('./sos-part.ts')).sosMarks],
  Notices: lazily(async () => (await import('./SosNotices.tsx')).SosNotices),
};
