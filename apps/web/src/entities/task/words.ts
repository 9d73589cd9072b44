import { wordsIn } from '../../shared/language.ts';
import { tasksEn } from './text.en.ts';
import { type TasksWords, tasksZh } from './text.zh-CN.ts';

export const useTasksWords = wordsIn<TasksWords>({ zh: tasksZh, en: tasksEn });
