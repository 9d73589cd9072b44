import { FileProtectOutlined } from '@ant-design/icons';
import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 用火报备: a page with all applications; today's and coming ones in a tab and on the map. */
export const burning: WebFeature = {
  pages: [
    {
      path: 'FireReport',
      title: { zh: '用火报备', en: 'Fire use' },
      order: 6,
      right: 'officer',
      hidden: false,
      opensNewTab: false,
      hidesMap: true,
      Page: lazily(async () => (await import('./index.tsx')).BurningPage),
    },
  ],
  tabs: [
    {
      id: 'burning',
      side: 'right',
      title: { zh: '用火报备', en: 'Fire use' },
      order: 2,
      right: 'watch-alarms',
      Icon: FileProtectOutlined,
      Panel: lazily(async () => (await import('./BurningTab.tsx')).BurningTab),
    },
  ],
  loadParts: async () => [(await import('./burnings-part.ts')).burnings],
};
