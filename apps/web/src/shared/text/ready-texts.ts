// 常用语: short texts to press instead of typing, by the kind of text being written, in both languages. Ordered by use, the most important
// first.
import type { Language } from '@lookout/contract';
import { currentLanguage } from '../language.ts';

/** 上报火情, 任务回报, 护林员发消息, 席位发消息. */
export type ReadyTextKind = 'report' | 'task-report' | 'ranger-message' | 'desk-message';

const TEXTS: Readonly<Record<Language, Readonly<Record<ReadyTextKind, readonly string[]>>>> = {
  zh: {
    report: ['看见浓烟', '看见明火', '正在蔓延', '附近有人家', '已有人在扑打', '烟已变小'],
    'task-report': ['已到现场，看见明火', '已到现场，只有烟', '没有发现火情', '火已扑灭，正在看守', '需要增援', '需要水源', '有人被困'],
    'ranger-message': ['收到', '正在前往', '需要增援', '道路不通，绕行', '火势变大', '火势减小', '已撤到安全地方'],
    'desk-message': ['请报告火势和位置', '请立即撤离', '不要靠近火头', '增援已出发', '请原地待命', '请拍照发回'],
  },
  en: {
    report: ['Thick smoke', 'Open flames', 'It is spreading', 'Houses nearby', 'People are fighting it', 'Less smoke now'],
    'task-report': [
      'On the spot: open flames',
      'On the spot: smoke only',
      'No fire found',
      'It is out, watching it',
      'Need more people',
      'Need water',
      'People are trapped',
    ],
    'ranger-message': [
      'Understood',
      'On my way',
      'Need more people',
      'Road blocked, going around',
      'The fire grows',
      'The fire shrinks',
      'Back in a safe place',
    ],
    'desk-message': [
      'Report the fire and your place',
      'Withdraw at once',
      'Keep away from the head of the fire',
      'More people are on the way',
      'Stay where you are',
      'Send a photo',
    ],
  },
};

export const readyTexts = (kind: ReadyTextKind, language: Language = currentLanguage()): readonly string[] => TEXTS[language][kind];

/** Appends the ready text; a text that is already at the end is not added again. */
export function withReadyText(written: string, text: string, comma: string): string {
  const before = written.trimEnd();
  if (before === '') return text;
  return before.endsWith(text) ? before : `${before}${comma}${text}`;
}
