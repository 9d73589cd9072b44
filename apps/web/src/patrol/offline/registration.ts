// Registers the service worker of /patrol and reports whether the page opens offline and whether a newer version is waiting.

import { atSite } from '../../shared/site.ts';

export type OfflineReadiness =
  /** Plain http: browsers allow neither offline use nor position. */
  | 'insecure'
  | 'unsupported'
  | 'preparing'
  | 'ready'
  /** The worker could not be fetched or stored; the next visit tries again. */
  | 'failed';

export interface OfflineState {
  readonly readiness: OfflineReadiness;
  /** Loads the newer version that is stored and waiting; null: there is none. */
  readonly update: (() => void) | null;
}

/** Built by build/patrol-worker.ts. */
const WORKER = atSite('/patrol-worker.js');
const SCOPE = atSite('/patrol');
/** How often a page that stays open for a shift checks for a newer version. */
const ASK_MS = 3_600_000;

interface Page {
  readonly isSecureContext: boolean;
  readonly navigator: Pick<Navigator, never> & { readonly serviceWorker?: ServiceWorkerContainer };
  readonly location: Pick<Location, 'reload'>;
  readonly setInterval: (run: () => void, milliseconds: number) => number;
  readonly clearInterval: (timer: number) => void;
}

/** @param changed called with each state. @returns a function that ends the checks */
export function registerPatrolWorker(page: Page, changed: (state: OfflineState) => void): () => void {
  const container = page.navigator.serviceWorker;
  if (!page.isSecureContext || container === undefined) {
    changed({ readiness: page.isSecureContext ? 'unsupported' : 'insecure', update: null });
    return () => undefined;
  }
  let isOver = false;
  let timer: number | null = null;
  let isUpdating = false;
  const notify = (registration: ServiceWorkerRegistration) => {
    if (isOver) return;
    const { active, waiting } = registration;
    // The first worker has no older version to replace: the page that registered it is of the same version.
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
      const follow = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', () => notify(registration));
      follow(registration.installing ?? registration.waiting);
      registration.addEventListener('updatefound', () => follow(registration.installing));
      notify(registration);
      // Offline there is no newer version to fetch.
      timer = page.setInterval(() => void registration.update().catch(() => undefined), ASK_MS);
    },
    // Offline, a registered worker keeps working; one that was never stored is requested at the next visit.
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
