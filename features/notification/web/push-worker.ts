// The service worker that shows pushed messages. It keeps nothing and stands between no page and the server. Made into one file by build/push-worker.ts.

/** What the server pushes (features/notifications/channels.ts of the server). */
interface Pushed {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** The fire to open; null: several, in a summary. */
  readonly alarmId: string | null;
}

/** The part of the worker's global scope that is used; the DOM's library, which the rest of the web app has, does not know it. */
interface WorkerScope {
  readonly location: { readonly href: string };
  readonly registration: { readonly showNotification: (title: string, options: object) => Promise<void> };
  readonly clients: { readonly openWindow: (address: string) => Promise<unknown> };
  addEventListener(name: 'push', run: (event: Lasting & { readonly data: { readonly json: () => Pushed } | null }) => void): void;
  addEventListener(name: 'notificationclick', run: (event: Lasting & { readonly notification: Shown }) => void): void;
}
interface Lasting {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Shown {
  readonly data: { readonly address: string };
  readonly close: () => void;
}

const worker = globalThis as unknown as WorkerScope;
/** Where the site is published: this script lies at its root. */
const BASE = new URL('.', worker.location.href).pathname.replace(/\/$/, '');
const MONITOR = `${BASE}/manage/monitor`;

worker.addEventListener('push', (event) => {
  const pushed = event.data?.json();
  if (pushed === undefined) return;
  const address = pushed.alarmId === null ? MONITOR : `${MONITOR}?alarm=${encodeURIComponent(pushed.alarmId)}`;
  // The same message shown twice replaces itself; it stays until the officer has seen it.
  const options = { body: pushed.content, tag: pushed.id, icon: `${BASE}/favicon.svg`, requireInteraction: true, data: { address } };
  event.waitUntil(worker.registration.showNotification(pushed.title, options));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.address));
});

// A module: its names are no globals of the web app.
export {};
