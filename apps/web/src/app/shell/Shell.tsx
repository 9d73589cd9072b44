// The frame of /manage and of the pages outside it: header, connection banner and the route's page. It begins and ends duty.
import '../../shared/pieces.css';
import type { CaughtUp } from '@lookout/client';
import { WarningNotice } from '@lookout/features/warning/parts/WarningNotice.tsx';
import { FEATURES, OVERLAYS, OWN_PAGES, PAGES } from '@lookout/features/web.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntdApp, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import { type ComponentType, type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useRoutes } from 'react-router';
import { useStore } from 'zustand';
import { PartsContext } from '../../globe/part.ts';
import { FeaturesContext, lazily, type OwnPage, type PageRow, useTitle, type WebFeature } from '../../manifest/web-feature.ts';
import { ErrorBoundary, RequireRight } from '../../shared/ErrorBoundary.tsx';
import { useLanguage } from '../../shared/language.ts';
import { loadScript } from '../../shared/lazily.ts';
import { Splash } from '../../shared/PlainPage.tsx';
import { useConnection, useServices, useSession } from '../../shared/services.ts';
import { theme } from '../../shared/theme.ts';
import { useOwnQueries } from '../../shared/use-own-queries.ts';
import { usePageTitle } from '../../shared/use-page-title.ts';
import { isBroken } from '../../stores/connection.ts';
import { keepEqual } from '../keep-equal.ts';
import { reportOwnActs } from '../own-acts.ts';
import { MANAGE } from '../pages.ts';
import type { Presenter } from '../present.ts';
import { beijing } from '../server-clock.ts';
import type { App } from '../services.ts';
import { FirstGuide } from './guide/GuideCard.tsx';
import { type AccountDialog, AccountDialogs, Header, VerificationDialog } from './Header.tsx';
import { useShellMessages } from './messages.ts';
import 'dayjs/locale/zh-cn';
import './shell.css';
import { atSite } from '../../shared/site.ts';

const pageAt = (pathname: string) => PAGES.find((page) => pathname === `${MANAGE}/${page.path}`);
const ownPageAt = (pathname: string) => OWN_PAGES.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));

/** The features' globe parts, loaded when a globe starts. */
const loadParts = async () => (await Promise.all(FEATURES.map(({ loadParts: load }) => load?.() ?? []))).flat();

const RETRY_MS = 5_000;

/**
 * Starts the background work of the features on the session's first page. A script that fails to load is loaded again, because without it
 * no alarm would sound.
 */
function beginFeatures(app: App): () => void {
  let isOver = false;
  const begin = (load: NonNullable<WebFeature['loadSession']>): void =>
    void loadScript(load).then(
      (run) => !isOver && run(app),
      () => setTimeout(() => !isOver && begin(load), RETRY_MS),
    );
  for (const { loadSession } of FEATURES) if (loadSession) begin(loadSession);
  return () => {
    isOver = true;
  };
}

export function Shell({ app }: { readonly app: App }) {
  const { info } = useSession();
  if (info?.mustChangePassword)
    return (
      <SetUp app={app}>
        <SetOwnPassword />
      </SetUp>
    );
  if (info?.mustSetUpSecondFactor)
    return (
      <SetUp app={app}>
        <SetUpSecondFactor onDone={() => location.assign(atSite(MANAGE))} />
      </SetUp>
    );
  return <Desk app={app} />;
}

const SetUpSecondFactor = lazily(async () => (await import('../../shared/account/SetUpSecondFactor.tsx')).SetUpSecondFactor);

const SetOwnPassword = lazily(async () => (await import('../../shared/account/SetOwnPassword.tsx')).SetOwnPassword);

/** Replaces the whole page until the account has completed its setup; until then the server refuses its other calls. */
const SetUp = ({ app, children }: { readonly app: App; readonly children: ReactNode }) => (
  <ShellProviders presenter={app.presenter}>
    <main className="shell-main">
      <ErrorBoundary>
        <Suspense fallback={<Splash />}>{children}</Suspense>
      </ErrorBoundary>
    </main>
  </ShellProviders>
);

/** Reports the officer's input, where sessions end after a period without it. */
function useOwnActs(app: App): void {
  const isReporting = useSession().info?.idleMinutes !== undefined;
  useEffect(() => {
    if (!isReporting) return;
    return reportOwnActs(
      window,
      () => app.client.auth.acted({ occasion: 'background', silent: true }),
      () => performance.now(),
    );
  }, [app, isReporting]);
}

function Desk({ app }: { readonly app: App }) {
  const { pathname } = useLocation();
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  const titleOf = useTitle();
  const page = pageAt(pathname);
  const named = page ?? ownPageAt(pathname) ?? null;
  const title = named && titleOf(named.title);
  const [notices, main] = [useRef<HTMLDivElement>(null), useRef<HTMLElement>(null)];
  useNoticesPlace(notices, main);

  useEffect(() => app.beginDuty(), [app]);
  useEffect(() => beginFeatures(app), [app]);
  useOwnActs(app);
  usePageTitle(title);

  return (
    <ShellProviders presenter={app.presenter}>
      <Header app={app} onDialog={setDialog} />
      <LineBanner />
      <WarningNotice />
      <div ref={notices} className="shell-notices">
        <Notices />
      </div>
      <main ref={main} className="shell-main">
        <LastRefusal presenter={app.presenter} pathname={pathname} />
        <div className={page && !page.hidesMap ? 'shell-page shell-page-over-map' : 'shell-page'}>
          <ErrorBoundary resetKey={pathname}>
            <Outlet />
          </ErrorBoundary>
        </div>
        <Overlays />
        <FirstGuide />
      </main>
      <AccountDialogs dialog={dialog} onClose={() => setDialog(null)} />
      <VerificationDialog verification={app.verification} />
    </ShellProviders>
  );
}

/** Messages appear over the header, one at a time. Further down they would cover a popup's head and buttons. */
const MESSAGES = { maxCount: 1, top: 8 } as const;

/** The context of every page of the shell: antd's providers, the queries, the list of features and the interceptor's screen. */
export function ShellProviders({ presenter, children }: { readonly presenter: Presenter; readonly children: ReactNode }) {
  const english = useLanguage() === 'en';
  const queries = useOwnQueries({ structuralSharing: keepEqual });
  useEffect(() => void dayjs.locale(english ? 'en' : 'zh-cn'), [english]);
  return (
    <ConfigProvider theme={theme} locale={english ? enUS : zhCN} button={{ autoInsertSpace: false }}>
      <AntdApp className="shell" message={MESSAGES}>
        <QueryClientProvider client={queries}>
          <OutcomeScreen presenter={presenter} />
          <FeaturesContext value={FEATURES}>
            <PartsContext value={loadParts}>{children}</PartsContext>
          </FeaturesContext>
        </QueryClientProvider>
      </AntdApp>
    </ConfigProvider>
  );
}

/** The route's page, below the header. */
export function ShellPages({ NotFound }: { readonly NotFound: ComponentType }) {
  return useRoutes([
    ...PAGES.map((page) => ({ path: `${MANAGE}/${page.path}`, element: <GuardedPage page={page} /> })),
    ...OWN_PAGES.map((page) => ({ path: `${page.path}/*`, element: <GuardedPage page={page} /> })),
    { path: '*', element: <NotFound /> },
  ]);
}

function GuardedPage({ page: { path, title, right, Page } }: { readonly page: PageRow | OwnPage }) {
  const titleOf = useTitle();
  return (
    <RequireRight right={right} page={titleOf(title)}>
      <ErrorBoundary resetKey={path}>
        <Suspense fallback={<Splash />}>
          <Page />
        </Suspense>
      </ErrorBoundary>
    </RequireRight>
  );
}

/** Pages lower than this have no room for everything that is stacked at their edge. */
const LOW_PIXELS = 644;

/**
 * Passes to CSS the position of the notices, below which drawers and dialogs begin (shell.css), and sets whether the remaining page is low.
 * @param main the page, whose size changes with what is shown above it
 */
function useNoticesPlace(notices: RefObject<HTMLElement | null>, main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [above, page] = [notices.current, main.current];
    if (above === null || page === null) return;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => {
      const { height, top, bottom } = above.getBoundingClientRect();
      style.setProperty('--notices-begin', `${height === 0 ? 0 : top}px`);
      style.setProperty('--notices-end', `${height === 0 ? 0 : bottom}px`);
      page.dataset.low = String(page.clientHeight < LOW_PIXELS);
    });
    sizes.observe(above);
    sizes.observe(page);
    return () => {
      sizes.disconnect();
      style.removeProperty('--notices-begin');
      style.removeProperty('--notices-end');
    };
  }, [notices, main]);
}

/** The features' notices, shown over every page. */
const Notices = () =>
  FEATURES.map(({ Notices: Piece, pages, ownPages }) => Piece && <Piece key={pages?.[0]?.path ?? ownPages?.[0]?.path} />);

/** The features' overlays, which float over every page. */
const Overlays = () =>
  OVERLAYS.map(({ key, Overlay }) => (
    <ErrorBoundary key={key}>
      <Suspense fallback={null}>
        <Overlay />
      </Suspense>
    </ErrorBoundary>
  ));

// The banner across the top, on its own line so that it covers nothing. It shows that the connection is lost (within 10 s), and afterwards
// what was caught up.
const CAUGHT_UP_STAYS_MS = 30_000;

/** True when nothing was missed and the gap was too short to notice: no banner is shown. */
const isTrifle = ({ count, from, to }: CaughtUp): boolean => count === 0 && to - from < 2_000;

function LineBanner() {
  const messages = useShellMessages();
  const { connection } = useServices();
  const facts = useConnection();
  const report = facts.caughtUp;

  useEffect(() => {
    if (report === null) return;
    const timer = setTimeout(() => connection.caughtUp(null), CAUGHT_UP_STAYS_MS);
    return () => clearTimeout(timer);
  }, [report, connection]);

  if (isBroken(facts)) {
    const since = beijing(facts.since ?? Date.now()).time;
    const text =
      facts.line === 'dead'
        ? messages.line.bannerDead
        : facts.line === 'lost'
          ? messages.line.bannerLost(since)
          : messages.line.bannerCalls;
    return (
      <div className="line-banner note line" data-tone="bad" role="alert">
        {text}
      </div>
    );
  }
  if (report === null || isTrifle(report)) return null;
  const [from, to] = [beijing(report.from).time, beijing(report.to).time];
  return (
    <div className="line-banner note line" data-tone="good" role="status">
      {report.count > 0 ? messages.line.caughtUp(from, to, report.count) : messages.line.caughtUpNone(from, to)}
      <button type="button" onClick={() => connection.caughtUp(null)}>
        {messages.line.dismiss}
      </button>
    </div>
  );
}

/** The reason why the last act was refused. It is shown above the page until it is read, the page is left or an act succeeds. */
function LastRefusal({ presenter: { refusal }, pathname }: { readonly presenter: Presenter; readonly pathname: string }) {
  const messages = useShellMessages();
  const reason = useStore(refusal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place than where the act was done
  useEffect(() => refusal.setState(null, true), [refusal, pathname]);
  if (reason === null) return null;
  return (
    <div className="line-banner note line" data-tone="bad" role="status">
      {messages.refused(reason)}
      <button type="button" onClick={() => refusal.setState(null, true)}>
        {messages.line.dismiss}
      </button>
    </div>
  );
}

// The interceptor's screen (§8): antd's message for notices, its confirm for a dead session.
/** §8 requires 5 s for errors; warnings use the same. */
const WARNING_SECONDS = 5;

function OutcomeScreen(props: { readonly presenter: Presenter }) {
  const { message, modal } = AntdApp.useApp();
  const { presenter } = props;
  useEffect(
    () =>
      presenter.attach({
        error: (text, seconds) => void message.error({ content: text, duration: seconds, key: text }),
        warning: (text) => void message.warning({ content: text, duration: WARNING_SECONDS, key: text }),
        ask: ({ text, confirm, cancel, onConfirm, onCancel }) =>
          void modal.confirm({ title: text, okText: confirm, cancelText: cancel, onOk: onConfirm, onCancel, keyboard: true }),
      }),
    [presenter, message, modal],
  );
  return null;
}
