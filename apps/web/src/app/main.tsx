// The first script of the page: texts, services, router. Everything heavy is behind the login and arrives by lazy imports.
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { ServicesContext } from '../shared/services.ts';
import '@tokens.css';
import '../shared/theme.css';
import { startText } from '../shared/text/text.ts';
import { createRouter } from './router.tsx';
import { createApp } from './services.ts';

const text = await startText(localStorage);
const app = createApp(window, () => (text.language === 'en' ? 'en' : 'zh'));
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <I18nextProvider i18n={text}>
    <ServicesContext value={app}>
      <RouterProvider router={createRouter(app)} />
    </ServicesContext>
  </I18nextProvider>,
);
