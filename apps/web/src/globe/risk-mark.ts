import type { FireLevel } from '@lookout/domain';
import { currentLanguage } from '../shared/language.ts';

/** A danger level as written on the map, where a bare number would be read as a count of alarms. */
export const riskMark = (level: FireLevel): string => (currentLanguage() === 'zh' ? `${level}级` : `L${level}`);
