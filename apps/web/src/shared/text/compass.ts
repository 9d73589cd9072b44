// The eight points of the compass in both languages.
import type { Language } from '@lookout/contract';
import { COMPASS_NAMES, type CompassPoint } from '@lookout/domain';

/** Compass points as words within a sentence. */
export const COMPASS_POINTS: Readonly<Record<Language, Readonly<Record<CompassPoint, string>>>> = {
  zh: {
    n: '正北',
    ne: '东北',
    e: '正东',
    se: '东南',
    s: '正南',
    sw: '西南',
    w: '正西',
    nw: '西北',
  },
  en: {
    n: 'north',
    ne: 'north-east',
    e: 'east',
    se: 'south-east',
    s: 'south',
    sw: 'south-west',
    w: 'west',
    nw: 'north-west',
  },
};

/** Compass points as short labels next to a distance. */
export const COMPASS_LABELS: typeof COMPASS_POINTS = {
  zh: COMPASS_NAMES,
  en: { n: 'N', ne: 'NE', e: 'E', se: 'SE', s: 'S', sw: 'SW', w: 'W', nw: 'NW' },
};
