// The service worker of /patrol: whether the page opens without a line, and whether a newer version of it waits.

import { atSite } from '../../shared/site.ts';

export type OfflineReadiness =
  /** Plain http: browsers give neither offline nor position. */
  | 'insecure'
  | 'unsupported'
  | 'preparing'
  | 'ready'
  /** The worker could not be fetched or stored; the next visit tries again. */
  | 'failed';

export interface OfflineState {
  readonly readiness: OfflineReadiness;
  /** Loads the newer version that is stored and waits; null: there is none. */
  readonly update: (() => void) | null;
}

/** build/patrol-worker.ts makes it. */
const WORKER = atSite('/patrol-worker.js');
const SCOPE = atSite('/patrol');
/** A page that stays open for a shift asks for a newer version this often. */
const ASK_MS = 3_600_000;

interface Page {
  readonly isSecureContext: boolean;
  readonly navigator: Pick<Navigator, never> & { readonly serviceWorker?: ServiceWorkerContainer };
  readonly location: Pick<Location, 'reload'>;
  readonly setInterval: (run: () => void, milliseconds: number) => number;
  readonly clearInterval: (timer: number) => void;
}

/** @param changed called with each state. @returns stop */
export function registerPatrolWorker(page: Page, changed: (state: OfflineState) => void): () => void {
  const container = page.navigator.serviceWorker;
  if (!page.isSecureContext || container === undefined) {
    changed({ readiness: page.isSecureContext ? 'unsupported' : 'insecure', update: null });
    return () => undefined;
  }
  let isOver = false;
  let timer: number | null = null;
  let isUpdating = false;
  const tell = (registration: ServiceWorkerRegistration) => {
    if (isOver) return;
    const { active, waiting } = registration;
    // A first worker that waits has nothing to replace: the page that registered it is no older.
    const isNewer = waiting !== null && active !== null;
    changed({
      readiness: active === null ? 'preparing' : 'ready',
      update: isNewer
        ? () => {
            isUpdating = true;
            waiting.postMessage('activate');
          }
        : null,
    });
  };
  const reload = () => {
    if (isUpdating) page.location.reload();
  };
  container.addEventListener('controllerchange', reload);
  changed({ readiness: 'preparing', update: null });
  container.register(WORKER, { scope: SCOPE }).then(
    (registration) => {
      if (isOver) return;
      const follow = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', () => tell(registration));
      follow(registration.installing ?? registration.waiting);
      registration.addEventListener('updatefound', () => follow(registration.installing));
      tell(registration);
      // Without a line there is nothing newer.
      timer = page.setInterval(() => void registration.update().catch(() => undefined), ASK_MS);
    },
    // Without a line a registered worker goes on; one that was never stored is asked for at the next visit.
    async () => {
      const known = await container.getRegistration(SCOPE);
      if (!isOver) changed({ readiness: known?.active ? 'ready' : 'failed', update: null });
    },
  );
  return () => {
    isOver = true;
    container.removeEventListener('controllerchange', reload);
    if (timer !== null) page.clearInterval(timer);
  };
}
