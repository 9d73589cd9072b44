// Tracing that is off is not there: a server without an endpoint loads nothing of the library.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, NO_WORLD, startedDataDir } from '../reliability/server-process.ts';
import { startTraceCollector, type TraceCollector } from '../testing/trace-collector.ts';

const HOOK = fileURLToPath(new URL('../testing/loaded-modules.mjs', import.meta.url));
/** All but its API, a few types and constants that prom-client loads anyway. */
const LIBRARY = /node_modules\/@opentelemetry\/(?!api\/)([^/\n]+)/g;

let folder: Awaited<ReturnType<typeof startedDataDir>>;
let collector: TraceCollector;
beforeAll(async () => {
  collector = await startTraceCollector();
  folder = await startedDataDir();
});
afterAll(async () => {
  await collector?.stop();
  await folder?.remove();
});

/** The packages of the library that a start loads. */
async function loadedBy(env: Readonly<Record<string, string>>): Promise<ReadonlySet<string>> {
  const list = join(folder.path, 'loaded-modules');
  await rm(list, { force: true });
  const traced = { ...NO_WORLD, NODE_OPTIONS: `--import=${HOOK}`, LOADED_MODULES: list, ...env };
  const server = await launch({ dataDir: folder.path, env: traced });
  await server.ready();
  await server.stop();
  const loaded = await readFile(list, 'utf8');
  expect(loaded).toContain('/apps/server/src/app.ts');
  return new Set([...loaded.matchAll(LIBRARY)].map(([, name = '']) => name));
}

it('without OTEL_EXPORTER_OTLP_ENDPOINT none of the library is loaded, with it all that is needed', async () => {
  expect([...(await loadedBy({}))]).toEqual([]);
  const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect([...loaded]).toEqual(expect.arrayContaining(['sdk-trace', 'exporter-trace-otlp-http', 'core', 'resources']));
});
