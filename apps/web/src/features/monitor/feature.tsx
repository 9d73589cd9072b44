import { BellOutlined } from '@ant-design/icons';
import { lazily, type WebFeature } from '../../manifest/web-feature.ts';

/** 预警监测: the globe with live alarms; the queue is its own tab. Its desk, which sounds, begins with the session. */
export const monitor: WebFeature = {
  pages: [
    {
      path: 'monitor',
      title: { zh: '预警监测', en: 'Monitoring' },
      order: 1,
      right: 'watch-alarms',
      hidden: false,
      opensNewTab: false,
      hidesMap: false,
      Page: lazily(async () => (await import('./MonitorPage.tsx')).MonitorPage),
    },
  ],
  tabs: [
    {
      id: 'warning',
      side: 'right',
      title: { zh: '实时预警', en: 'Live warnings' },
      order: 3,
      right: 'watch-alarms',
      Icon: BellOutlined,
      Panel: null,
    },
  ],
  loadSession: async () => (await import('./use-desk.ts')).beginDesk,
};
