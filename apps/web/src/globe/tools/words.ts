import { wordsIn } from '../../shared/language.ts';
import { toolsEn } from './text.en.ts';
import { type ToolWords, toolsZh } from './text.zh-CN.ts';

/** The tools' words in the language of the page. */
export const useToolWords = wordsIn<ToolWords>({ zh: toolsZh, en: toolsEn });
