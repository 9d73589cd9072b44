import { wordsIn } from '../../../shared/language.ts';
import { answerEn } from './text.en.ts';
import { type AnswerWords, answerZh } from './text.zh-CN.ts';

/** The words of answering in the language of the page. */
export const useAnswerWords = wordsIn<AnswerWords>({ zh: answerZh, en: answerEn });
