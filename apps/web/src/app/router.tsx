// The routes: login, the sign-on and switch pages, the guarded main shell with the pages of the features, the ranger's page, and the page
// for unknown addresses.
import { isDeadSession } from '@lookout/client';
import { bareMap } from '@lookout/features/map-embed/web/feature.ts';
import { wall } from '@lookout/features/wall/web/feature.ts';
import { type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Link, type LoaderFunctionArgs, redirect, useRouteError } from 'react-router';
import { lazily } from '../manifest/web-feature.ts';
import { patrol } from '../patrol/feature.ts';
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx';
import { PlainPage, Splash } from '../shared/PlainPage.tsx';
import { atSite, basePath, withinSite } from '../shared/site.ts';
import { useSharedMessages } from '../shared/text/messages.ts';
import { usePageTitle } from '../shared/use-page-title.ts';
import { admit, loginPathFor, ownPath } from './guard.ts';
import { LoginPage } from './login/LoginPage.tsx';
import { HOME, landingFor, MANAGE } from './pages.ts';
import type { App } from './services.ts';
import { AuthRedirectPage } from './sign-on/AuthRedirectPage.tsx';
import type { Arrival } from './sign-on/arrival.ts';
import { OssPage } from './sign-on/OssPage.tsx';
import { loadOrRecall } from './start-without-line.ts';

// Loaded lazily: the shell knows the pages, and the login page needs none of them.
const loadShell = () => import('./shell/Shell.tsx');
const Shell = lazily(async () => (await loadShell()).Shell);
const SwitchPage = lazily(async () => (await import('./sign-on/SwitchPage.tsx')).SwitchPage);
const ShellPages = lazily(async () => (await loadShell()).ShellPages);

/** The paths where the globe is seen first. */
const DESK_PATHS: readonly string[] = ['/', MANAGE, HOME];

/** Starts loading the shell and the map, the largest of all scripts, while the user's info is still being loaded. */
function askForDesk(): void {
  // A script that fails to load here is loaded again by the code that needs it, which also reports the failure.
  for (const load of [loadShell, () => import('@lookout/features/globe.generated.ts')]) load().catch(() => undefined);
}

/** The longest a ranger in the field waits for the server when the phone has his user info stored. */
const PATIENCE_MS = 6_000;

/** @param arrival what an outside system has put into the address */
export function createRouter(app: App, arrival: Arrival) {
  const startPatrol = () =>
    loadOrRecall({
      load: app.loadInfo,
      recall: () => patrol.recall(app.session),
      patience: () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
    });
  /** §2 "Navigation guard". */
  const guard = async ({ request }: LoaderFunctionArgs) => {
    const { pathname: path, search } = new URL(request.url);
    const pathname = withinSite(path);
    // The router's request has no hash. It is taken from the browser's address when that is the address being loaded.
    const hash = withinSite(location.pathname) === pathname && location.search === search ? location.hash : '';
    const admission = admit(pathname, `${search}${hash}`, app.session.get().token !== null);
    if (admission.kind === 'login') throw redirect(loginPathFor(admission.redirect));
    if (admission.kind === 'pass') return null;
    if (DESK_PATHS.includes(pathname)) askForDesk();
    try {
      await (pathname === patrol.path ? startPatrol() : app.loadInfo());
    } catch (error) {
      // §2: "If loading the info fails, go to /login." A dead token is dropped; without an answer it may still be valid and is kept.
      if (isDeadSession(error)) app.session.end();
      throw redirect(loginPathFor(`${pathname}${search}${hash}`));
    }
    return null;
  };
  // Loaders of one route run in parallel: the rights are known only after the guard's load.
  const land = async (args: LoaderFunctionArgs) => {
    await guard(args);
    return redirect(landingFor(app.session.get().rights));
  };
  /** Reachable without login. The user info is loaded where there is a session; the page itself reports what is missing. */
  const openPage = async ({ request }: LoaderFunctionArgs) => {
    const pathname = withinSite(new URL(request.url).pathname);
    // An embedded map and a wall display have no user.
    if (arrival.embedToken !== null || admit(pathname, '', app.session.get().token !== null).kind !== 'load-info') return null;
    try {
      await app.loadInfo();
    } catch (error) {
      if (isDeadSession(error)) app.session.end();
    }
    return null;
  };
  const enter = (target: string | null) => void router.navigate(ownPath(target, location.origin) ?? MANAGE, { replace: true });
  const login = () => <LoginPage onEntered={(search) => enter(new URLSearchParams(search).get('redirect'))} />;
  // A full page load, so that no data of the previous grid stays in memory.
  const switched = () => location.assign(atSite(MANAGE));
  const openPages = [
    { path: '/oss', element: <OssPage arrival={arrival} onEntered={enter} /> },
    { path: '/authredirect', element: <AuthRedirectPage arrival={arrival} onEntered={enter} /> },
    {
      path: '/switch',
      element: (
        <Loaded>
          <SwitchPage onSwitched={switched} />
        </Loaded>
      ),
    },
    {
      path: bareMap.path,
      element: (
        <Loaded>
          <bareMap.Page isEmbedded={arrival.embedToken !== null} />
        </Loaded>
      ),
    },
    {
      path: wall.path,
      element: (
        <Loaded>
          <wall.Page link={arrival.embedToken === null ? null : arrival.wallLink} />
        </Loaded>
      ),
    },
  ];
  const router = createBrowserRouter(
    [
      { path: '/login', Component: login, errorElement: <RouteBroken /> },
      ...openPages.map((page) => ({ ...page, loader: openPage, HydrateFallback: Splash, errorElement: <RouteBroken /> })),
      {
        loader: guard,
        HydrateFallback: Splash,
        errorElement: <RouteBroken />,
        children: [
          { path: '/', loader: land },
          {
            path: patrol.path,
            element: (
              <Loaded>
                <patrol.Page attach={app.presenter.attach} measureClock={app.serverClock.measure} />
              </Loaded>
            ),
          },
          {
            element: (
              <Loaded>
                <Shell app={app} />
              </Loaded>
            ),
            children: [
              { path: MANAGE, loader: land },
              { path: '*', element: <ShellPages NotFound={NotFound} /> },
            ],
          },
        ],
      },
    ],
    { basename: basePath || '/' },
  );
  return router;
}

/** A lazily loaded part of the page: shows a splash while its script loads, and an error when it fails to load. */
const Loaded = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary>
    <Suspense fallback={<Splash />}>{children}</Suspense>
  </ErrorBoundary>
);

function NotFound() {
  const shared = useSharedMessages();
  usePageTitle(shared.common.notFound);
  return (
    <PlainPage title={shared.common.notFound} hint={shared.common.notFoundHint}>
      <Link className="plain-button" to={MANAGE}>
        {shared.common.backToRoom}
      </Link>
    </PlainPage>
  );
}

/** Shown when a page's script could not be loaded or failed outside its error boundary. */
function RouteBroken() {
  const shared = useSharedMessages();
  usePageTitle(shared.common.broken);
  const error = useRouteError();
  return (
    <PlainPage title={shared.common.broken} hint={error instanceof Error ? error.message : shared.common.brokenHint}>
      <button type="button" className="plain-button" onClick={() => location.reload()}>
        {shared.common.reload}
      </button>
    </PlainPage>
  );
}
