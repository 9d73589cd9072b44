// axe without its builder for Playwright: that brings the whole of axe and of its result over the wire at each look, which takes thrice as long
// as the look itself.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** In the page. Of what is in order nothing is written down. */
const LOOK = `axe.run(document, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) =>
      id + ': ' + help + ': ' + nodes.map(({ html, failureSummary }) => html + ' (' + failureSummary + ')').join(' | ')))`;

/** The serious and critical violations that axe finds on the page now, in each of its frames: one line each, with the elements. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  return (await Promise.all(page.frames().map(faultsIn))).flat();
}

async function faultsIn(frame: Frame): Promise<readonly string[]> {
  if (!(await frame.evaluate<boolean>("'axe' in globalThis"))) await frame.evaluate(SOURCE);
  return frame.evaluate<readonly string[]>(LOOK);
}
