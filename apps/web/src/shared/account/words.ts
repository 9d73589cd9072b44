import { wordsIn } from '../../shared/language.ts';
import { accountEn } from './text.en.ts';
import { accountZh } from './text.zh-CN.ts';

export const useAccountWords = wordsIn({ zh: accountZh, en: accountEn });
