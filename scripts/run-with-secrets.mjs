// node scripts/run-with-secrets.mjs FILE ARGS…: runs the server, or a command of it, where packages and web app are already installed (a
// container, a systemd unit), with secrets from files: a file DATABASE_URL in the folder of secrets is the setting DATABASE_URL. So no
// secret is in a manifest, in an image, or in the output of `systemctl show`. A setting in the environment takes precedence.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** systemd places the files of a folder here under `secrets_NAME`. */
const folder = process.env.CREDENTIALS_DIRECTORY ?? process.env.SECRETS_DIR ?? '/run/secrets';
const NAME = /^(?:secrets_)?([A-Z][A-Z0-9_]*)$/;

/** @returns {import('node:fs').Dirent[]} */
function entries() {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}

for (const entry of entries()) {
  const name = NAME.exec(entry.name)?.[1];
  // Kubernetes has a folder of its own here.
  if (name === undefined || entry.isDirectory()) continue;
  process.env[name] ??= readFileSync(join(folder, entry.name), 'utf8').trim();
}

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('用法 (usage): node scripts/run-with-secrets.mjs FILE ARGS…');
  process.exitCode = 2;
} else {
  const path = resolve(import.meta.dirname, '..', file);
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
}
