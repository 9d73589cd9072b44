// /manage: header, line banner, the page of the route. Begins and ends duty.
import '../../shared/pieces.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App as AntdApp, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ErrorBoundary } from '../../shared/ErrorBoundary.tsx';
import { useLanguage } from '../../shared/language.ts';
import { useSharedWords } from '../../shared/text/words.ts';
import { theme } from '../../shared/theme.ts';
import { keepEqual } from '../keep-equal.ts';
import { MANAGE, PAGES } from '../pages.ts';
import type { App } from '../services.ts';
import { type AccountDialog, AccountDialogs } from './AccountDialogs.tsx';
import { Header } from './Header.tsx';
import { LineBanner } from './LineBanner.tsx';
import { OutcomeScreen } from './OutcomeScreen.tsx';
import './shell.css';

const pageAt = (pathname: string) => PAGES.find((page) => pathname === `${MANAGE}/${page.path}`);

export function Shell({ app }: { readonly app: App }) {
  const shared = useSharedWords();
  const language = useLanguage();
  const { pathname } = useLocation();
  const [dialog, setDialog] = useState<AccountDialog | null>(null);
  // Failed calls are not repeated here: the client knows which may be (a read, once), and the interceptor has already spoken.
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, structuralSharing: keepEqual } } }),
  );
  const english = language === 'en';
  const page = pageAt(pathname);

  useEffect(() => app.beginDuty(), [app]);
  useEffect(() => void dayjs.locale(english ? 'en' : 'zh-cn'), [english]);
  useEffect(() => {
    document.title = page ? `${shared.menu[page.titleKey]} · ${shared.common.systemName}` : shared.common.systemName;
  }, [page, shared]);

  return (
    <ConfigProvider theme={theme} locale={english ? enUS : zhCN} button={{ autoInsertSpace: false }}>
      <AntdApp className="shell" message={{ maxCount: 3, top: 64 }}>
        <QueryClientProvider client={queries}>
          <OutcomeScreen presenter={app.presenter} />
          <Header app={app} onDialog={setDialog} />
          <main className="shell-main">
            <div className={page && !page.hidesMap ? 'shell-page shell-page-over-map' : 'shell-page'}>
              <ErrorBoundary resetKey={pathname}>
                <Outlet />
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
