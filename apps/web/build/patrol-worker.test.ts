import type { Rollup } from 'vite';
import { expect, it } from 'vitest';
import { shellOf } from './patrol-worker.ts';

const chunk = (fileName: string, over: object = {}) => ({
  type: 'chunk',
  fileName,
  isEntry: false,
  moduleIds: [],
  imports: [],
  viteMetadata: { importedCss: new Set(), importedAssets: new Set() },
  ...over,
});
const bundleOf = (...chunks: readonly { readonly fileName: string }[]) =>
  Object.fromEntries(chunks.map((one) => [one.fileName, one])) as unknown as Rollup.OutputBundle;

it('the list holds the first page, the ranger’s page and everything they import, and no other page', () => {
  const bundle = bundleOf(
    chunk('assets/index.js', { isEntry: true, imports: ['assets/libraries.js'] }),
    chunk('assets/libraries.js'),
    chunk('assets/PatrolPage.js', {
      moduleIds: ['/x/apps/web/src/patrol/PatrolPage.tsx'],
      imports: ['assets/shared.js'],
      viteMetadata: { importedCss: new Set(['assets/patrol.css']), importedAssets: new Set() },
    }),
    chunk('assets/shared.js'),
    chunk('assets/Shell.js', { imports: ['assets/antd.js'] }),
    chunk('assets/antd.js'),
  );
  expect(shellOf(bundle)).toEqual([
    '/assets/PatrolPage.js',
    '/assets/index.js',
    '/assets/libraries.js',
    '/assets/patrol.css',
    '/assets/shared.js',
  ]);
});

it('the build fails when the ranger’s page is not found, because it would not open offline', () => {
  expect(() => shellOf(bundleOf(chunk('assets/index.js', { isEntry: true })))).toThrow('not in the build');
});
