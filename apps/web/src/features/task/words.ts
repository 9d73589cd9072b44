import { wordsIn } from '../../shared/language.ts';
import { taskPageEn } from './text.en.ts';
import { type TaskPageWords, taskPageZh } from './text.zh-CN.ts';

export const useTaskPageWords = wordsIn<TaskPageWords>({ zh: taskPageZh, en: taskPageEn });
