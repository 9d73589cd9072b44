// The eight points of the compass as words of a sentence, in both languages.
import type { Language } from '@lookout/contract';
import type { CompassPoint } from '@lookout/domain';

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
