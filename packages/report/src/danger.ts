// The words of the fire danger, in both languages: one name for each level and each cause, on every page, in files and in print.
import type { Language } from '@lookout/contract';
import type { FireDriver, FireLevel } from '@lookout/domain';

export interface DangerWords {
  /** The bare name. */
  readonly levels: Readonly<Record<FireLevel, string>>;
  /** The level with its number. */
  readonly numbered: Readonly<Record<FireLevel, string>>;
  /** What drives it most. */
  readonly drivers: Readonly<Record<FireDriver, string>>;
}

/** 全国森林火险天气等级 (LY/T 1172): the names of the five levels. */
export const dangerWords: Readonly<Record<Language, DangerWords>> = {
  zh: {
    levels: { 1: '低', 2: '较低', 3: '较高', 4: '高', 5: '极高' },
    numbered: { 1: '一级（低）', 2: '二级（较低）', 3: '三级（较高）', 4: '四级（高）', 5: '五级（极高）' },
    drivers: { wind: '风大', humidity: '空气干燥', temperature: '气温高', drought: '久旱', rain: '无雨' },
  },
  en: {
    levels: { 1: 'low', 2: 'fairly low', 3: 'fairly high', 4: 'high', 5: 'extreme' },
    numbered: { 1: '1 (low)', 2: '2 (fairly low)', 3: '3 (fairly high)', 4: '4 (high)', 5: '5 (extreme)' },
    drivers: { wind: 'wind', humidity: 'dry air', temperature: 'heat', drought: 'drought', rain: 'lack of rain' },
  },
};
