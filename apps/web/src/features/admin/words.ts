import { wordsIn } from '../../shared/language.ts';
import { adminEn } from './text.en.ts';
import { adminZh } from './text.zh-CN.ts';

export const useAdminWords = wordsIn({ zh: adminZh, en: adminEn });
