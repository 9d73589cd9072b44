import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe calls serious or critical on the page as it stands: one line each, with the elements it means. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // One page is looked at, without frames: legacy mode spares the blank page that axe opens beside it otherwise.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join(' | ')}`);
}
