import { useTranslation } from 'react-i18next';
import { taskPageEn } from './text.en.ts';
import { type TaskPageWords, taskPageZh } from './text.zh-CN.ts';

export function useTaskPageWords(): TaskPageWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? taskPageEn : taskPageZh;
}
