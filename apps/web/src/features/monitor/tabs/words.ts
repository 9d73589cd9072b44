import { wordsIn } from '../../../shared/language.ts';
import { tabsEn } from './text.en.ts';
import { type TabWords, tabsZh } from './text.zh-CN.ts';

export const useTabWords = wordsIn<TabWords>({ zh: tabsZh, en: tabsEn });
