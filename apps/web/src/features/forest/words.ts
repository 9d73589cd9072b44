import { wordsIn } from '../../shared/language.ts';
import { forestEn } from './text.en.ts';
import { type ForestWords, forestZh } from './text.zh-CN.ts';

export const useForestWords = wordsIn<ForestWords>({ zh: forestZh, en: forestEn });
