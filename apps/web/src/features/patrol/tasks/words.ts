import { useTranslation } from 'react-i18next';
import { tasksEn } from '../../../entities/task/text.en.ts';
import { type TasksWords, tasksZh } from '../../../entities/task/text.zh-CN.ts';
import { ownTasksEn } from './text.en.ts';
import { type OwnTasksWords, ownTasksZh } from './text.zh-CN.ts';

export function useOwnTasksWords(): OwnTasksWords & { readonly shared: TasksWords } {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? ENGLISH : CHINESE;
}

const CHINESE = { ...ownTasksZh, shared: tasksZh };
const ENGLISH = { ...ownTasksEn, shared: tasksEn };
