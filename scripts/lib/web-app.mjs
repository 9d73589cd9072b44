// The web app's build, rebuilt when one of its sources has changed.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import dependencies from '../../dependencies.cjs';
import { runStep } from './child.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { CannotGoOn, root } from './prepare.mjs';
import { clearStamp, hashOf, isFresh, writeStamp } from './stamp.mjs';

/** The files of each feature that a page may load: neither its server nor its store. */
const featureSources = () =>
  readdirSync(join(root, 'features'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(root, 'features', entry.name))
          .filter((name) => !/^(server|service)$|\.(server|store)\.ts$/.test(name))
          .map((name) => `features/${entry.name}/${name}`)
      : [`features/${entry.name}`],
  );

const sources = [
  'apps/web',
  ...featureSources(),
  ...dependencies.rooms['apps/web'].filter((room) => room !== 'features').flatMap((room) => [`${room}/src`, `${room}/package.json`]),
  'package-lock.json',
  'tsconfig.base.json',
];

/**
 * The builds that the browser tests open: the product's, and the one with a flat map in place of the globe.
 * @param {{ node: string }} options
 * @throws {CannotGoOn}
 */
export async function ensureTestWebApps({ node }) {
  for (const map of /** @type {const} */ (['globe', 'flat'])) await ensureWebApp({ node, map });
}

/**
 * Builds apps/web into apps/web/dist unless it is in step with its sources and the region.
 * @param {{ node: string, map?: 'globe' | 'flat', print?: (line: string) => void }} options node: a Node ≥ 24; map: `flat` builds
 *   apps/web/dist-flat, for browser tests that check no pixel of the globe
 * @throws {CannotGoOn}
 */
export async function ensureWebApp({ node, map = 'globe', print = console.error }) {
  const stamp = join(root, 'apps', 'web', map === 'flat' ? 'dist-flat' : 'dist', '.stamp');
  const region = process.env.REGION || 'sichuan';
  const hash = hashOf(root, sources, [`REGION=${region}`, `MAP=${map}`]);
  if (isFresh(stamp, hash)) return;
  if (!existsSync(join(root, 'apps', 'web', 'vite.config.ts'))) {
    throw new CannotGoOn(
      '缺少 apps/web/vite.config.ts，无法构建网页，请检查克隆是否完整。\napps/web/vite.config.ts is missing: the clone is not complete.',
    );
  }
  await oneAtATime(
    join(root, '.build.lock'),
    () => print('另一个进程正在构建网页，等待它完成… (another process is building, waiting)'),
    async (onPid) => {
      if (isFresh(stamp, hash)) return;
      print(`正在构建网页（地区 ${region}）… (building the web app)`);
      clearStamp(stamp);
      const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
      const env = { ...process.env, REGION: region, MAP: map };
      const code = await runStep(node, [vite, 'build', 'apps/web', '--logLevel', 'warn'], { cwd: root, env, onPid });
      if (code !== 0) throw new CannotGoOn(`网页构建失败（退出码 ${code}）。\nThe web app could not be built (exit code ${code}).`);
      writeStamp(stamp, hash);
      print('网页已构建。 (web app built)');
    },
  );
}
