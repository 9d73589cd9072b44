import { wordsIn } from '../../shared/language.ts';
import { resourceSearchEn } from './text.en.ts';
import { type ResourceSearchWords, resourceSearchZh } from './text.zh-CN.ts';

export const useResourceSearchWords = wordsIn<ResourceSearchWords>({ zh: resourceSearchZh, en: resourceSearchEn });
