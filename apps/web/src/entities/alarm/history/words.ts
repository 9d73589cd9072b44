import { useTranslation } from 'react-i18next';
import { historyEn } from './text.en.ts';
import { type HistoryWords, historyZh } from './text.zh-CN.ts';

export function useHistoryWords(): HistoryWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? historyEn : historyZh;
}
