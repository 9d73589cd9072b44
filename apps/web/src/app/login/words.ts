import { wordsIn } from '../../shared/language.ts';
import { loginEn } from './text.en.ts';
import { loginZh } from './text.zh-CN.ts';

export const useLoginWords = wordsIn({ zh: loginZh, en: loginEn });
