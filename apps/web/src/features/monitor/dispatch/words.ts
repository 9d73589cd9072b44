import { wordsIn } from '../../../shared/language.ts';
import { dispatchEn } from './text.en.ts';
import { type DispatchWords, dispatchZh } from './text.zh-CN.ts';

export const useDispatchWords = wordsIn<DispatchWords>({ zh: dispatchZh, en: dispatchEn });
