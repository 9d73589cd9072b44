import { useTranslation } from 'react-i18next';
import { tasksEn } from './text.en.ts';
import { type TasksWords, tasksZh } from './text.zh-CN.ts';

export function useTasksWords(): TasksWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? tasksEn : tasksZh;
}
