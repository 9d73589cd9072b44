import { wordsIn } from '../../../shared/language.ts';
import { historyEn } from './text.en.ts';
import { type HistoryWords, historyZh } from './text.zh-CN.ts';

export const useHistoryWords = wordsIn<HistoryWords>({ zh: historyZh, en: historyEn });
