import type { WebFeature } from '@lookout/web/manifest/web-feature.ts';
import { lazily } from '@lookout/web/shared/lazily.ts';

/** 通知: each officer's notifications outside the application, webhooks and the policy of duty lists, and the record of sent messages. */
export const notifications: WebFeature = {
  ownPages: [
    {
      path: '/notifications',
      title: { zh: '通知设置与记录', en: 'Notifications' },
      right: 'watch-alarms',
      link: { icon: 'notifications', opensNewTab: false, place: 'settings' },
      Page: lazily(async () => (await import('./NotificationsPage.tsx')).NotificationsPage),
    },
  ],
};
