import { wordsIn } from '../language.ts';
import { tableEn } from './text.en.ts';
import { type TableWords, tableZh } from './text.zh-CN.ts';

export const useTableWords = wordsIn<TableWords>({ zh: tableZh, en: tableEn });
