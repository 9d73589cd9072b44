// Every page that shows a fire-danger level uses the same term for it.

import type { FireLevel } from '@lookout/features/danger/fire-level.ts';
import type { FireDriver } from '@lookout/features/danger/fire-weather.ts';
import { riskEn, riskZh } from '@lookout/features/danger/web/messages.ts';
import { decisionEn, decisionZh } from '@lookout/features/decision/web/messages.ts';
import { mapEn, mapZh } from '@lookout/features/map-embed/web/messages.ts';
import { warningPageEn, warningPageZh } from '@lookout/features/warning/web/messages.ts';
import { dangerTexts, termsIn } from '@lookout/report';
import { expect, it } from 'vitest';

const LEVELS: readonly FireLevel[] = [1, 2, 3, 4, 5];
const DRIVERS: readonly FireDriver[] = ['wind', 'humidity', 'temperature', 'drought', 'rain'];

it.each([
  ['zh', [riskZh, decisionZh, mapZh, warningPageZh]],
  ['en', [riskEn, decisionEn, mapEn, warningPageEn]],
] as const)('a level and its cause have the same name on every page: %s', (language, [risk, decision, map, warning]) => {
  const texts = dangerTexts[language];
  for (const level of LEVELS) {
    const bare = texts.levels[level];
    for (const shown of [risk.levels[level], map.levels[level]]) expect(shown).toBe(bare);
    const shownNumbered = [risk.levelName(level), decision.levels[level], warning.risks[level], termsIn(language).levels[level]];
    for (const shown of shownNumbered) expect(shown).toContain(texts.numbered[level]);
    expect(texts.numbered[level]).toMatch(new RegExp(`[（(]${bare}[）)]$`));
  }
  for (const driver of DRIVERS) {
    expect(warning.drivers[driver]).toBe(texts.drivers[driver]);
    expect(risk.driver(driver)).toContain(texts.drivers[driver]);
  }
});
