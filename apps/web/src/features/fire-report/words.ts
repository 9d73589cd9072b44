import { wordsIn } from '../../shared/language.ts';
import { fireReportEn } from './text.en.ts';
import { type FireReportWords, fireReportZh } from './text.zh-CN.ts';

export const useFireReportWords = wordsIn<FireReportWords>({ zh: fireReportZh, en: fireReportEn });
