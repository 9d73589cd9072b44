import type { FireLevel } from '@lookout/features/danger/fire-level.ts';
import { currentLanguage } from '../shared/language.ts';
import { globeEn, globeZh } from './messages.ts';

const WORDS = { zh: globeZh, en: globeEn };

/** A danger level as written on the map, where a bare number would be mistaken for a count of alarms. */
export const riskMark = (level: FireLevel): string => WORDS[currentLanguage()].dangerLevel(level);
