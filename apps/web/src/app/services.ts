// The wiring of the web app, created once by main.tsx. The only place that touches the browser's fetch, cookies, clock and location.
import { calls } from '@calls';
import { type ClientSettings, createClient } from '@lookout/client';
import type { Language } from '@lookout/contract';
import { pushOf } from '@lookout/features/notification/web/push-browser.ts';
import { RECORDS } from '@lookout/features/records.generated.ts';
import { patrol } from '../patrol/feature.ts';
import { newKey } from '../shared/new-key.ts';
import type { LiveListener, Services } from '../shared/services.ts';
import { atSite, basePath, withinSite } from '../shared/site.ts';
import { memoryStorage, storageOf, type TextStorage } from '../shared/storage.ts';
import { createConnection } from '../stores/connection.ts';
import { createLayerRegistry } from '../stores/layer-registry.ts';
import { createHoldings, nextFrame } from '../stores/live-records.ts';
import { createOverlays } from '../stores/overlays.ts';
import { createSession, documentCookies, embeddedLogin, memoryCookies, type StoredValue } from '../stores/session.ts';
import { createVerification, type Verification } from '../stores/verification.ts';
import { type Duty, startDuty } from './duty.ts';
import { once } from './guard.ts';
import { createPresenter, type Presenter } from './present.ts';
import { createServerClock, RESYNC_MS, type ServerClock } from './server-clock.ts';

const GRID: StoredValue = 'gridNo';

export interface App extends Services {
  readonly presenter: Presenter;
  readonly serverClock: ServerClock;
  readonly verification: Verification;
  /** Loads the user info once; concurrent callers share the load. */
  readonly loadInfo: () => Promise<void>;
  /** Begins duty (live updates, clock) for the logged-in user and returns a function that stops it. */
  readonly beginDuty: () => () => void;
}

/** @param window the browser: cookies, storage, address, network events */
/** @param language the page's current language */
/** @param embedToken the session of an embedded map, in memory only, independent of an officer's session in the same browser; null: none */
export function createApp(window: Window, language: () => Language, embedToken: string | null = null): App {
  const { document, location } = window;
  const clock = () => Date.now();
  const localStorage = embedToken === null ? storageOf(window) : memoryStorage();
  const session = createSession(
    embedToken === null ? documentCookies(document, location.protocol === 'https:') : memoryCookies(),
    localStorage,
  );
  if (embedToken !== null) session.begin(embeddedLogin(embedToken));
  const connection = createConnection(clock);
  const holdings = createHoldings(RECORDS, nextFrame);
  const layers = createLayerRegistry(localStorage, () => session.get().accid);
  const overlays = createOverlays();
  const listeners = new Set<LiveListener>();
  let duty: Duty | null = null;

  const presenter = createPresenter({
    token: () => session.get().token,
    language,
    leave: () => {
      session.end();
      location.reload();
    },
    callLost: connection.callLost,
    callPassed: connection.callPassed,
  });
  const ownRequests = createOwnRequests();
  const verification = createVerification();
  const settings = {
    calls,
    base: basePath,
    token: () => session.get().token,
    deviceId: deviceIdOf(localStorage, window.crypto),
    language,
    fetch: (url, init) => window.fetch(url, init),
    nameRequest: ownRequests.name,
    onOutcome: presenter.report,
    verify: verification.ask,
  } satisfies ClientSettings;
  const client = createClient(settings);
  const serverClock = createServerClock(() => client.duty.localDate({ occasion: 'background', silent: true }), clock);
  const loadInfo = once(async () => {
    if (session.get().info === null) session.setInfo(await client.auth.userInfo({ occasion: 'login' }));
  });

  const startShownDuty = () => {
    duty = startDuty({
      client,
      session,
      connection,
      records: holdings.all,
      publish: (messages, source) => {
        for (const listener of [...listeners]) listener(messages, source);
      },
      sessionDied: presenter.sessionDied,
      unreadable: presenter.unreadableMessage,
      rewound: () => {
        duty?.stop();
        startShownDuty();
      },
      mqttUrl: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${atSite('/mqtt')}`,
      timers: async () => (await import('./page-timers.ts')).pageTimers(),
      clock,
    });
  };

  const beginDuty = () => {
    startShownDuty();
    const back = () => duty?.networkBack();
    window.addEventListener('online', back);
    // Another tab has switched the session to another grid, so this page shows data of the previous one.
    const switched = ({ key, newValue }: StorageEvent) => {
      const { info } = session.get();
      if (key === GRID && newValue !== null && info !== null && newValue !== info.userDTO.gridNo && session.isStored()) location.reload();
    };
    window.addEventListener('storage', switched);
    // Without an answer the old offset stays; the next interval measures again.
    const measure = () => void serverClock.measure().catch(() => {});
    measure();
    const resync = setInterval(measure, RESYNC_MS);
    return () => {
      window.removeEventListener('online', back);
      window.removeEventListener('storage', switched);
      clearInterval(resync);
      duty?.stop();
      duty = null;
    };
  };

  return {
    client,
    reader: createClient({ ...settings, isReadOnly: true }),
    replay: null,
    session,
    connection,
    records: holdings.of,
    layers,
    overlays,
    presenter,
    serverClock,
    verification,
    loadInfo,
    beginDuty,
    now: serverClock.now,
    isOwnRequest: ownRequests.has,
    onLive: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reloadRecords: () => duty?.reload(),
    logout: async (reason) => {
      try {
        // Done while the session is still valid: the next user of this browser must not receive notifications that this user subscribed to.
        await within(FORGET_MS, endPush(client));
        if (reason === undefined) await client.auth.logout({ body: { token: session.get().token }, silent: true, occasion: 'background' });
      } finally {
        const { accid } = session.get();
        // Without browser storage there is nothing to delete. A script that hangs on a slow connection must not delay the logout.
        await within(FORGET_MS, accid === null ? null : patrol.forget(accid));
        // The session is cleared whatever the server answers. A full reload removes the last user's data from memory.
        session.end();
        location.assign(atSite(reason === undefined ? afterLogout(window) : `/login?notice=${reason}`));
      }
    },
  };
}

const FORGET_MS = 3_000;

/** Waits a limited time for optional work, whether it succeeds or fails. */
async function within(ms: number, work: Promise<unknown> | null): Promise<void> {
  await Promise.race([work?.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, ms))]);
}

/** Ends this browser's push subscription. If the server cannot be reached, the push service reports it later. */
async function endPush({ notification }: Pick<Services['client'], 'notification'>): Promise<void> {
  const endpoint = await pushOf(window).unsubscribe();
  if (endpoint !== null) await notification.unsubscribePush({ body: { endpoint }, silent: true, occasion: 'background' });
}

/** Offline only the ranger's page can be loaded; its guard then shows the login page. */
const afterLogout = ({ navigator, location }: Window): string =>
  !navigator.onLine && withinSite(location.pathname) === patrol.path ? patrol.path : '/login';

/** Identifies this browser for accounts bound to a device. randomUUID would require https. */
function deviceIdOf(storage: TextStorage, crypto: Crypto): string {
  const stored = storage.getItem('deviceId');
  if (stored) return stored;
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
  storage.setItem('deviceId', made);
  return made;
}

// The ids of the requests this page has sent, so that its own changes are recognised in live updates.
interface OwnRequests {
  readonly name: () => string;
  readonly has: (requestId: string) => boolean;
}

/** The most request ids stored. Updates arrive within seconds; this is more than an hour's requests. */
const MOST_CACHED = 1_000;

function createOwnRequests(make: () => string = newKey): OwnRequests {
  const sent = new Set<string>();
  return {
    name: () => {
      const id = make();
      sent.add(id);
      for (const oldest of sent) {
        if (sent.size <= MOST_CACHED) break;
        sent.delete(oldest);
      }
      return id;
    },
    has: (requestId) => sent.has(requestId),
  };
}
