// Runs once around all browser tests: prepares their initial data and the folder that their servers write to.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserPath } from './browser.ts';
import { startHelper } from './helper-process.ts';
import { prepareData } from './prepared-data.ts';
import { startRecordedWeather } from './weather.ts';
import { layOutWebFolder } from './web-folder.ts';

/** The workers' servers end with the workers and may still be writing: the removal is retried. */
const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 250 } as const;

export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'lookout-browser-tests-'));
  process.env.LOOKOUT_E2E_DIR = folder;
  if (browserPath !== null) {
    layOutWebFolder();
    await prepareData();
  }
  const [weather, provider] = await Promise.all([startRecordedWeather(), startHelper('server/src/testing/oidc-provider.mjs')]);
  process.env.LOOKOUT_E2E_WEATHER = weather.url;
  process.env.LOOKOUT_E2E_OIDC = provider.line;
  return async () => {
    weather.stop();
    await provider.stop();
    await rm(folder, REMOVAL);
  };
}
