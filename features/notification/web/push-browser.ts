// Whether this browser takes pushed messages: its service worker has a scope of its own (`/push/`) and controls no page, so that it never stands between a page and
// the server, nor beside the worker of /patrol.

import { atSite } from '@lookout/web/shared/site.ts';

/** `unsupported`: also over plain http, where browsers give no service workers. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** build/push-worker.ts makes it. */
const WORKER = atSite('/push-worker.js');
const SCOPE = atSite('/push/');

interface Page {
  readonly navigator: { readonly serviceWorker?: ServiceWorkerContainer };
  readonly Notification?: { readonly permission: NotificationPermission };
  readonly PushManager?: unknown;
}

/** What the server needs to send to this browser. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface BrowserPushPort {
  state(): Promise<PushState>;
  /** Asks the user. @param applicationServerKey base64url @throws what the browser throws: refused, no push service, no worker */
  subscribe(applicationServerKey: string): Promise<BrowserSubscription>;
  /** @returns the endpoint that is given up; null: there was none */
  unsubscribe(): Promise<string | null>;
}

export function pushOf({ navigator: { serviceWorker }, Notification: asked, PushManager: manager }: Page): BrowserPushPort {
  const existing = async () => (await serviceWorker?.getRegistration(SCOPE))?.pushManager.getSubscription() ?? null;
  return {
    async state() {
      if (serviceWorker === undefined || manager === undefined || asked === undefined) return 'unsupported';
      if (asked.permission === 'denied') return 'denied';
      return (await existing()) === null ? 'off' : 'on';
    },
    async subscribe(applicationServerKey) {
      if (serviceWorker === undefined) throw new Error('this browser has no service workers');
      const registration = await serviceWorker.register(WORKER, { scope: SCOPE });
      // One that was made for another key, of a server that was set up anew, stands in the way.
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
