// npm run dev: the product during development. Vite serves the pages at PORT with hot reload and passes everything else on to a server
// behind it, which restarts whenever a file that it runs has changed. DATA_DIR, and with it the demo world, is kept.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import dependencies from '../dependencies.cjs';
import { runChild } from './lib/child.mjs';
import { leaveWith, prepare, root } from './lib/prepare.mjs';
import { compileCache, serverFlags } from './lib/server-flags.mjs';

/** Editors write a file in several steps, and one command changes many files. */
const SETTLE_MS = 150;
const WATCHED = ['apps/server', ...dependencies.rooms['apps/server']].map((room) => join(root, room, 'src'));
/** Files that the server runs: no tests, no editor files. */
const isOfServer = (name) => /\.(ts|json|sql)$/.test(name) && !/\.(test|fixture|harness)\.ts$/.test(name);

await leaveWith(async () => {
  const { node } = await prepare();
  const [host, port] = [process.env.HOST || '0.0.0.0', process.env.PORT || '8080'];
  const behind = String(await freePort());
  const server = supervise(() =>
    spawn(node, [...serverFlags, join(root, 'apps/server/src/main.ts')], {
      env: { ...compileCache, ...process.env, HOST: '127.0.0.1', PORT: behind },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  for (const folder of WATCHED) watch(folder, { recursive: true }, (_, name) => name !== null && isOfServer(name) && server.changed(name));
  console.error(`网页（热更新，开发用）：http://localhost:${port} (pages with hot reload)`);
  const vite = [
    join(root, 'node_modules/vite/bin/vite.js'),
    'apps/web',
    '--host',
    host,
    '--port',
    port,
    '--strictPort',
    '--logLevel',
    'warn',
  ];
  const code = await runChild(node, vite, { env: { ...process.env, API: `http://127.0.0.1:${behind}` } });
  await server.stop();
  return code;
});

/**
 * Runs a program, and restarts it when its files have changed; a program that ended by itself waits for the next change.
 * @param {() => import('node:child_process').ChildProcess} start
 */
function supervise(start) {
  let child = start();
  let ended = hasEnded(child);
  let timer;
  let isStopping = false;
  let restarting = Promise.resolve();
  const restart = async () => {
    child.kill('SIGTERM');
    await ended;
    if (isStopping) return;
    child = start();
    ended = hasEnded(child);
  };
  return {
    /** @param {string} name */
    changed(name) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        console.error(`${name} 已修改，服务重新启动… (changed, the server starts anew)`);
        restarting = restarting.then(restart);
      }, SETTLE_MS);
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      child.kill('SIGTERM');
      await restarting;
      await ended;
    },
  };
}

/** @param {import('node:child_process').ChildProcess} child */
function hasEnded(child) {
  return new Promise((resolve) => child.once('exit', resolve));
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}
