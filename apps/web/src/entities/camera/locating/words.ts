import { wordsIn } from '../../../shared/language.ts';
import { locatingEn } from './text.en.ts';
import { type LocatingWords, locatingZh } from './text.zh-CN.ts';

export const useLocatingWords = wordsIn<LocatingWords>({ zh: locatingZh, en: locatingEn });
