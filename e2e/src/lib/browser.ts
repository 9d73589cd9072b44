// The machine's browser, set up to draw the globe without a graphics card. One for each test file.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { describe, test } from 'vitest';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** stack.md "Cesium without a graphics card". */
const SOFTWARE_GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages of several officers stand side by side; none of them may fall asleep because another one is in front.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // A name of the local network: over plain http the browser then keeps back what it gives to a loopback address.
  '--host-resolver-rules=MAP lookout.lan 127.0.0.1',
];

export const browserPath: string | null = [process.env.LOOKOUT_BROWSER, ...USUAL_PLACES].find((file) => file && existsSync(file)) ?? null;

export function launchBrowser(): Promise<Browser> {
  if (browserPath === null) throw new Error('no browser');
  return chromium.launch({ executablePath: browserPath, args: [...QUIET, ...SOFTWARE_GL] });
}

/** A suite that needs a browser. Without one it names itself on stderr and counts nothing; in CI (`CI` set) it fails. */
export function describeInBrowser(name: string, file: string, body: () => void): void {
  if (browserPath !== null) {
    describe(name, body);
    return;
  }
  const missing = `${basename(file)} (${name}): no Chrome, Chromium or Edge; install one, or set LOOKOUT_BROWSER to its program`;
  if (process.env.CI) {
    describe(name, () => {
      test('has a browser', () => {
        throw new Error(missing);
      });
    });
    return;
  }
  process.stderr.write(`NOT RUN: ${missing}\n`);
  describe.runIf(false)(name, body);
}
