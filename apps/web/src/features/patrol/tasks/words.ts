import { wordsIn } from '../../../shared/language.ts';
import { tasksEn } from '../../../shared/tasks/text.en.ts';
import { tasksZh } from '../../../shared/tasks/text.zh-CN.ts';
import { ownTasksEn } from './text.en.ts';
import { ownTasksZh } from './text.zh-CN.ts';

/** With the words that other pages have for tasks, too. */
export const useOwnTasksWords = wordsIn({
  zh: { ...ownTasksZh, shared: tasksZh },
  en: { ...ownTasksEn, shared: tasksEn },
});
