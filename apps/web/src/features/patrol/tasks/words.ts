import { tasksEn } from '../../../entities/task/text.en.ts';
import { tasksZh } from '../../../entities/task/text.zh-CN.ts';
import { wordsIn } from '../../../shared/language.ts';
import { ownTasksEn } from './text.en.ts';
import { ownTasksZh } from './text.zh-CN.ts';

/** With the words that other pages have for tasks, too. */
export const useOwnTasksWords = wordsIn({
  zh: { ...ownTasksZh, shared: tasksZh },
  en: { ...ownTasksEn, shared: tasksEn },
});
