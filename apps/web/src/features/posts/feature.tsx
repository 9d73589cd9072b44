import { SafetyOutlined } from '@ant-design/icons';
import { lazily, type WebFeature } from '../../manifest/web-feature.ts';

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
