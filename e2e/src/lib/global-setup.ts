// Runs once before the browser tests.
import { browserPath } from './browser.ts';
import { prepareData } from './prepared-data.ts';

export async function setup(): Promise<void> {
  if (browserPath !== null) await prepareData();
}
