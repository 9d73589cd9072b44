// The service worker of /patrol (decision 0038). It caches the page's own files and nothing else: no API call and no user data passes
// through it. build/patrol-worker.ts builds it into one file.

/** The version and paths of the files, relative to the site, set at build time; `/patrol` itself stands for the page. */
declare const PATROL_SHELL: { readonly version: string; readonly files: readonly string[] };

/** The part of the worker's global scope that is used; the DOM library, which the rest of the web app uses, does not declare it. */
interface WorkerScope {
  readonly location: { readonly origin: string; readonly href: string };
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  addEventListener(name: 'install' | 'activate', run: (event: Lasting) => void): void;
  addEventListener(name: 'message', run: (event: { readonly data: unknown }) => void): void;
  addEventListener(name: 'fetch', run: (event: Fetching) => void): void;
}
interface Lasting {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Fetching {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}

const worker = globalThis as unknown as WorkerScope;
/** The base path of the site: this script lies at its root. */
const BASE = new URL('.', worker.location.href).pathname.replace(/\/$/, '');
const { version, files } = PATROL_SHELL;
const paths = files.map((path) => BASE + path);
const PREFIX = 'lookout-patrol-shell-';
const CACHE = PREFIX + version;
const PAGE = `${BASE}/patrol`;
/** On a bad connection the stored page is better than a long wait; the newer one is used on the next visit. */
const PAGE_TIMEOUT_MS = 4_000;

const store = async () => {
  const cache = await caches.open(CACHE);
  // All or nothing, because a partly stored page would be broken. File names change with their contents, but the page's address does not.
  await cache.addAll(paths.map((path) => new Request(path, { cache: path.startsWith(`${BASE}/assets/`) ? 'default' : 'no-cache' })));
  const page = await fetch(PAGE, { cache: 'no-cache', headers: { accept: 'text/html' } });
  if (!page.ok) throw new Error(`the page answered ${page.status}`);
  await cache.put(PAGE, page);
};

const dropOlder = async () => {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await worker.clients.claim();
};

const stored = async (path: string): Promise<Response | undefined> => (await caches.open(CACHE)).match(path);

const page = async (request: Request): Promise<Response> => {
  const fresh = fetch(request);
  // A failure of `fresh` is handled below.
  fresh.catch(() => undefined);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PAGE_TIMEOUT_MS));
  const answer = await Promise.race([fresh, late]).catch(() => null);
  if (answer?.ok) return answer;
  return (await stored(PAGE)) ?? fresh;
};

const file = async (request: Request, path: string): Promise<Response> => (await stored(path)) ?? fetch(request);

worker.addEventListener('install', (event) => event.waitUntil(store()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOlder()));
worker.addEventListener('message', ({ data }) => {
  if (data === 'activate') void worker.skipWaiting();
});
const current = new Set(paths);
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && (pathname === PAGE || pathname === `${PAGE}/`)) event.respondWith(page(request));
  else if (current.has(pathname)) event.respondWith(file(request, pathname));
});
