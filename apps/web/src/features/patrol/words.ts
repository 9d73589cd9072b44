import { wordsIn } from '../../shared/language.ts';
import { patrolEn } from './text.en.ts';
import { type PatrolWords, patrolZh } from './text.zh-CN.ts';

/** The page's words in the language of the page. */
export const useWords = wordsIn<PatrolWords>({ zh: patrolZh, en: patrolEn });
