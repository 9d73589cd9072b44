// Measures the script size of the login page: the entry script and everything it imports statically, in brotli bytes. Run after a build:
// node apps/web/build/measure.ts [dist folder]. Exits with 1 when the size is over the limit, or when Cesium or antd is included.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Limit for the login page: 150 kB of script (brotli). */
const LIMIT_BYTES = 150_000;
const STRANGERS: Readonly<Record<string, RegExp>> = { cesium: /CESIUM_BASE_URL/, antd: /ant-btn|anticon/ };

const dist = process.argv[2] ?? join(import.meta.dirname, '../dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const entries = [...html.matchAll(/(?:src|href)="\.?\/([^"]+\.js)"/g)].map((m) => m[1] ?? '');

const loaded = new Map<string, string>();
const visit = (file: string): void => {
  if (loaded.has(file)) return;
  const code = readFileSync(join(dist, file), 'utf8');
  loaded.set(file, code);
  for (const [, target = ''] of code.matchAll(/(?:^|[;}\n])import(?:[^"'();]*?from)?["'](\.[^"']+\.js)["']/g))
    visit(posix.join(posix.dirname(file), target));
};
for (const entry of entries) visit(entry);

let total = 0;
const faults: string[] = [];
const out = (line: string): void => void process.stdout.write(`${line}\n`);
for (const [file, code] of loaded) {
  const bytes = brotliCompressSync(code).length;
  total += bytes;
  out(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${file}`);
  for (const [name, mark] of Object.entries(STRANGERS)) if (mark.test(code)) faults.push(`${file} holds ${name}`);
}
out(`${(total / 1000).toFixed(1).padStart(8)} kB  script of the login page (limit ${LIMIT_BYTES / 1000} kB)`);
if (total > LIMIT_BYTES) faults.push('over the limit');
for (const fault of faults) out(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
