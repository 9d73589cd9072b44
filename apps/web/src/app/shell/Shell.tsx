// /manage: header, line banner, the page of the route. Begins and ends duty.
import '../../shared/pieces.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App as AntdApp, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useRoutes } from 'react-router';
import { PartsContext } from '../../globe/part.ts';
import { FeaturesContext, type PageRow, useTitle } from '../../manifest/web-feature.ts';
import { ErrorBoundary, RequireRight } from '../../shared/ErrorBoundary.tsx';
import { useLanguage } from '../../shared/language.ts';
import { Splash } from '../../shared/PlainPage.tsx';
import { theme } from '../../shared/theme.ts';
import { usePageTitle } from '../../shared/use-page-title.ts';
import { FEATURES, PAGES } from '../features.ts';
import { keepEqual } from '../keep-equal.ts';
import { MANAGE } from '../pages.ts';
import type { App } from '../services.ts';
import { type AccountDialog, AccountDialogs } from './AccountDialogs.tsx';
import { Header } from './Header.tsx';
import { LineBanner } from './LineBanner.tsx';
import { OutcomeScreen } from './OutcomeScreen.tsx';
import './shell.css';

const pageAt = (pathname: string) => PAGES.find((page) => pathname === `${MANAGE}/${page.path}`);

/** What the features draw, once a globe begins. */
const loadParts = async () => (await Promise.all(FEATURES.map(({ loadParts: load }) => load?.() ?? []))).flat();

export function Shell({ app }: { readonly app: App }) {
  const language = useLanguage();
  const { pathname } = useLocation();
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  // Failed calls are not repeated here: the client knows which may be (a read, once), and the interceptor has already spoken.
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, structuralSharing: keepEqual } } }),
  );
  const titleOf = useTitle();
  const english = language === 'en';
  const page = pageAt(pathname);
  const title = page ? titleOf(page.title) : null;

  useEffect(() => app.beginDuty(), [app]);
  useEffect(() => void dayjs.locale(english ? 'en' : 'zh-cn'), [english]);
  usePageTitle(title);

  return (
    <ConfigProvider theme={theme} locale={english ? enUS : zhCN} button={{ autoInsertSpace: false }}>
      <AntdApp className="shell" message={{ maxCount: 3, top: 64 }}>
        <QueryClientProvider client={queries}>
          <OutcomeScreen presenter={app.presenter} />
          <Header app={app} onDialog={setDialog} />
          <main className="shell-main">
            <div className={page && !page.hidesMap ? 'shell-page shell-page-over-map' : 'shell-page'}>
              <ErrorBoundary resetKey={pathname}>
                <FeaturesContext value={FEATURES}>
                  <PartsContext value={loadParts}>
                    <Outlet />
                  </PartsContext>
                </FeaturesContext>
              </ErrorBoundary>
            </div>
            <LineBanner />
          </main>
          <AccountDialogs dialog={dialog} onClose={() => setDialog(null)} />
        </QueryClientProvider>
      </AntdApp>
    </ConfigProvider>
  );
}

/** The page of the address, below the shell. */
export function ShellPages({ NotFound }: { readonly NotFound: ComponentType }) {
  return useRoutes([
    ...PAGES.map((page) => ({ path: page.path, element: <GuardedPage page={page} /> })),
    { path: '*', element: <NotFound /> },
  ]);
}

function GuardedPage({ page: { path, title, right, Page } }: { readonly page: PageRow }) {
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
