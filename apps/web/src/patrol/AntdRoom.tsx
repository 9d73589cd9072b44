// antd's providers for the account dialog, loaded only when it is opened, so that the page itself loads without antd.
import { App, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import { useLanguage } from '../shared/language.ts';
import { theme } from '../shared/theme.ts';

export function AntdRoom({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  return (
    <ConfigProvider theme={theme} locale={language === 'en' ? enUS : zhCN} button={{ autoInsertSpace: false }}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}
