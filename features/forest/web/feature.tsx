import { ForkOutlined } from '@ant-design/icons';
import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 森林信息: the imported forest farms. */
export const forest: WebFeature = {
  tabs: [
    {
      id: 'forest',
      side: 'left',
      title: { zh: '森林信息', en: 'Forest' },
      order: 1,
      right: 'watch-alarms',
      Icon: ForkOutlined,
      Panel: lazily(async () => (await import('./ForestPanel.tsx')).ForestPanel),
    },
  ],
};
