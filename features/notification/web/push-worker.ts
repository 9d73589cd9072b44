// The service worker that shows push messages. It caches nothing and does not intercept requests. build/push-worker.ts bundles it into one
// file.

/** The data that the server pushes (features/notification/service/outbox/channels.ts). */
interface Pushed {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** The alarm of the fire to open; null: several fires, in a summary. */
  readonly alarmId: string | null;
}

/** The part of the worker's global scope that is used. The DOM library of the web app does not define it. */
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
/** The path at which the site is published; this script is at its root. */
const BASE = new URL('.', worker.location.href).pathname.replace(/\/$/, '');
const MONITOR = `${BASE}/manage/monitor`;

worker.addEventListener('push', (event) => {
  const pushed = event.data?.json();
  if (pushed === undefined) return;
  const address = pushed.alarmId === null ? MONITOR : `${MONITOR}?alarm=${encodeURIComponent(pushed.alarmId)}`;
  // A message that is shown again replaces itself; it remains until the officer has seen it.
  const options = { body: pushed.content, tag: pushed.id, icon: `${BASE}/favicon.svg`, requireInteraction: true, data: { address } };
  event.waitUntil(worker.registration.showNotification(pushed.title, options));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.address));
});

// Makes this file a module, so that its names are not globals of the web app.
export {};
