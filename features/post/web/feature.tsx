import { SafetyOutlined } from '@ant-design/icons';
import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 两点一岗: check stations and inspection posts with their gates. */
export const posts: WebFeature = {
  tabs: [
    {
      id: 'posts',
      side: 'right',
      title: { zh: '两点一岗', en: 'Posts and gates' },
      order: 4,
      right: 'watch-alarms',
      Icon: SafetyOutlined,
      Panel: lazily(async () => (await import('./PostsPanel.tsx')).PostsPanel),
    },
  ],
};
