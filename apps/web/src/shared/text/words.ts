import { wordsIn } from '../language.ts';
import { sharedEn } from './en.ts';
import { sharedZh } from './zh-CN.ts';

export const useSharedWords = wordsIn({ zh: sharedZh, en: sharedEn });
