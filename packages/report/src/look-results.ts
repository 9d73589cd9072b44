// What a second look (自动复核) found, in both languages.
import type { Language } from '@lookout/contract';
import type { LookResult } from '@lookout/features/alarm/look-result.ts';

export const lookResultTexts: Readonly<Record<Language, Readonly<Record<LookResult, string>>>> = {
  zh: { smoke: '看到烟', nothing: '没有看到烟升起', unclear: '看不清', unseen: '没有摄像机看得见', none: '摄像机没有拍到' },
  en: {
    smoke: 'Smoke seen',
    nothing: 'No rising smoke seen',
    unclear: 'Unclear',
    unseen: 'No camera sees the place',
    none: 'No camera took pictures',
  },
};

/** Whether the thermal picture shows heat. */
export const lookHeatTexts: Readonly<Record<Language, (isHot: boolean) => string>> = {
  zh: (isHot) => (isHot ? '有热源' : '没有热源'),
  en: (isHot) => (isHot ? 'Hot' : 'Not hot'),
};

const textOf =
  (language: Language, comma: string) =>
  (result: LookResult, isHot: boolean | null): string =>
    [lookResultTexts[language][result], ...(isHot === null ? [] : [lookHeatTexts[language](isHot)])].join(comma);

/** Result and heat. `isHot` null: without a thermal picture. */
export const lookTexts: Readonly<Record<Language, (result: LookResult, isHot: boolean | null) => string>> = {
  zh: textOf('zh', '，'),
  en: textOf('en', ', '),
};
