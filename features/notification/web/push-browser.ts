// Whether this browser receives push messages. Its service worker has a separate scope (`/push/`) and controls no page, so that it does not
// interfere with requests of pages, nor with the worker of /patrol.

import { atSite } from '@lookout/web/shared/site.ts';

/** `unsupported`: also over plain http, where browsers provide no service workers. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** Created by build/push-worker.ts. */
const WORKER = atSite('/push-worker.js');
const SCOPE = atSite('/push/');

interface Page {
  readonly navigator: { readonly serviceWorker?: ServiceWorkerContainer };
  readonly Notification?: { readonly permission: NotificationPermission };
  readonly PushManager?: unknown;
}

/** The data that the server needs to send to this browser. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface BrowserPushPort {
  state(): Promise<PushState>;
  /**
   * Asks the user for permission. @param applicationServerKey base64url @throws the browser's exception: refused, no push service, no
   * worker
   */
  subscribe(applicationServerKey: string): Promise<BrowserSubscription>;
  /** @returns the endpoint that was removed; null: there was none */
  unsubscribe(): Promise<string | null>;
}

export function pushOf({ navigator: { serviceWorker }, Notification: notification, PushManager: manager }: Page): BrowserPushPort {
  const existing = async () => (await serviceWorker?.getRegistration(SCOPE))?.pushManager.getSubscription() ?? null;
  return {
    async state() {
      if (serviceWorker === undefined || manager === undefined || notification === undefined) return 'unsupported';
      if (notification.permission === 'denied') return 'denied';
      return (await existing()) === null ? 'off' : 'on';
    },
    async subscribe(applicationServerKey) {
      if (serviceWorker === undefined) throw new Error('this browser has no service workers');
      const registration = await serviceWorker.register(WORKER, { scope: SCOPE });
      // A subscription for another key, for example of a reinstalled server, would prevent the new one.
      await (await registration.pushManager.getSubscription())?.unsubscribe();
      const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
      const { endpoint, keys } = made.toJSON();
      if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined) throw new Error('the browser gave no keys');
      return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
    },
    async unsubscribe() {
      const subscription = await existing();
      await subscription?.unsubscribe();
      return subscription?.endpoint ?? null;
    },
  };
}
