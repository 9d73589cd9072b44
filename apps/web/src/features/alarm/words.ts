import { wordsIn } from '../../shared/language.ts';
import { alarmEn } from './text.en.ts';
import { type AlarmWords, alarmZh } from './text.zh-CN.ts';

/** The page's words in the language of the page. */
export const useWords = wordsIn<AlarmWords>({ zh: alarmZh, en: alarmEn });
