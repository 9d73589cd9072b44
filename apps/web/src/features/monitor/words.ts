import { useTranslation } from 'react-i18next';
import { monitorEn } from './text.en.ts';
import { type MonitorWords, monitorZh } from './text.zh-CN.ts';

/** The page's words in the language of the page. */
export function useWords(): MonitorWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? monitorEn : monitorZh;
}
