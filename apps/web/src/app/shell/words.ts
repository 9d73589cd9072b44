import { wordsIn } from '../../shared/language.ts';
import { shellEn } from './text.en.ts';
import { shellZh } from './text.zh-CN.ts';

export const useShellWords = wordsIn({ zh: shellZh, en: shellEn });
