// The entry script: messages, services, router. Everything heavy is behind the login and loaded lazily.
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { currentLanguage, startLanguage } from '../shared/language.ts';
import { ServicesContext } from '../shared/services.ts';
import { allowOwnStyles } from '../shared/style-nonce.ts';
import { sharedMessages } from '../shared/text/messages.ts';
import '@tokens.css';
import '../shared/theme.css';
import { createRouter } from './router.tsx';
import { createApp } from './services.ts';
import { receiveArrival, requestedLanguage } from './sign-on/arrival.ts';

// Must run first, so that no script can read the secrets in the address and the history does not keep them.
const arrival = receiveArrival(window);
allowOwnStyles(document);
startLanguage(requestedLanguage(window.location));
// The title until a page sets its own.
document.title = sharedMessages[currentLanguage()].common.systemName;
const app = createApp(window, currentLanguage, arrival.embedToken);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <ServicesContext value={app}>
    <RouterProvider router={createRouter(app, arrival)} />
  </ServicesContext>,
);
