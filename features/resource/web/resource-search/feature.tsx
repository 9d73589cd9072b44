import { SearchOutlined } from '@ant-design/icons';
import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 资源搜索: resources by name, around a position, in a box. */
export const resourceSearch: WebFeature = {
  tabs: [
    {
      id: 'search',
      side: 'right',
      title: { zh: '资源搜索', en: 'Resources' },
      order: 1,
      right: 'watch-alarms',
      Icon: SearchOutlined,
      Panel: lazily(async () => (await import('./SearchPanel.tsx')).SearchPanel),
    },
  ],
};
