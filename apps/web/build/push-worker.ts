// The service worker for push messages, in one file at the site's root.
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const SOURCE = '../../features/notification/web/push-worker.ts';

export function pushWorker(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'lookout-push-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      async handler() {
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          build: {
            outDir,
            emptyOutDir: false,
            reportCompressedSize: false,
            rolldownOptions: { input: join(root, SOURCE), output: { format: 'iife', entryFileNames: 'push-worker.js' } },
          },
        });
      },
    },
  };
}
