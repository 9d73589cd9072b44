import { BellOutlined } from '@ant-design/icons';
import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/**
 * 预警监测: the map with live alarms; the queue is in a separate tab. Its desk begins with the session: it sounds and announces on every page.
 */
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
      MenuBadge: lazily(async () => (await import('./Unread.tsx')).MenuUnread),
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
  Overlay: lazily(async () => (await import('./AlarmOverlay.tsx')).AlarmOverlay),
  HeaderBadge: lazily(async () => (await import('./SoundControl.tsx')).SoundControl),
  loadSession: async () => (await import('./use-desk.ts')).beginDesk,
};
