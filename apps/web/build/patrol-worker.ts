// The service worker of /patrol, in one file, with the list of files that the ranger's page needs: the first page, the ranger's page, its
// map, and every script and style sheet they import. Cesium and antd are not included.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rollup } from 'vite';

const SOURCE = 'src/patrol/offline/patrol-worker.ts';
/** The scripts that the page loads on demand and that must be available offline. */
const LOADED = /src\/patrol\/(PatrolPage|map\/GridMapView|pointing\/(PointMap|read-exif)|offline\/kept-identity)\.tsx?$/;
const BESIDE = ['/favicon.svg', '/patrol.webmanifest', '/patrol-icon-192.png'];

export function patrolWorker(): Plugin {
  let root = '';
  let outDir = '';
  let files: readonly string[] = [];
  return {
    name: 'lookout-patrol-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    generateBundle: (_, bundle) => {
      files = shellOf(bundle);
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const version = createHash('sha256')
          .update(files.join())
          .update(readFileSync(join(outDir, 'index.html')))
          .digest('hex')
          .slice(0, 12);
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: { PATROL_SHELL: JSON.stringify({ version, files: [...files, ...BESIDE] }) },
          build: {
            outDir,
            emptyOutDir: false,
            reportCompressedSize: false,
            rolldownOptions: { input: join(root, SOURCE), output: { format: 'iife', entryFileNames: 'patrol-worker.js' } },
          },
        });
      },
    },
  };
}

/**
 * Lists the files of the page, as paths from the site's root. @throws when a script is not found by its name, because it would be missing
 * offline
 */
export function shellOf(bundle: Rollup.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const loaded = chunks.filter(({ moduleIds }) => moduleIds.some((id) => LOADED.test(id)));
  const needed = new Set<string>();
  const visit = (chunk: Rollup.OutputChunk | undefined): void => {
    if (chunk === undefined || needed.has(chunk.fileName)) return;
    needed.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) needed.add(style);
    for (const file of chunk.viteMetadata?.importedAssets ?? []) needed.add(file);
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name));
  };
  for (const chunk of [...chunks.filter(({ isEntry }) => isEntry), ...loaded]) visit(chunk);
  if (loaded.length === 0) throw new Error('the ranger’s page is not in the build');
  return [...needed].sort().map((name) => `/${name}`);
}
