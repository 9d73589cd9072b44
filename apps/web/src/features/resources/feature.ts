import { lazily, type OwnRoom, type Title } from '../../manifest/web-feature.ts';

/** 资源管理: in a tab of the browser of its own (specification §2), below the same header. */
export const resources: OwnRoom<object> & { readonly title: Title } = {
  path: '/resource',
  title: { zh: '资源管理', en: 'Resources' },
  Page: lazily(async () => (await import('./index.tsx')).ResourcesPage),
};
