import { wordsIn } from '../../shared/language.ts';
import { monitorEn } from './text.en.ts';
import { type MonitorWords, monitorZh } from './text.zh-CN.ts';

/** The page's words in the language of the page. */
export const useWords = wordsIn<MonitorWords>({ zh: monitorZh, en: monitorEn });
