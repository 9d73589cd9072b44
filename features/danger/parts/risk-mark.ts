import { globeEn, globeZh } from '@lookout/web/globe/messages.ts';
import { currentLanguage } from '@lookout/web/shared/language.ts';
import type { FireLevel } from '../fire-level.ts';

const WORDS = { zh: globeZh, en: globeEn };

/** A danger level as written on the map, where a bare number would be mistaken for a count of alarms. */
export const riskMark = (level: FireLevel): string => WORDS[currentLanguage()].dangerLevel(level);
