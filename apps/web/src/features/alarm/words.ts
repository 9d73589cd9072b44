import { useTranslation } from 'react-i18next';
import { alarmEn } from './text.en.ts';
import { type AlarmWords, alarmZh } from './text.zh-CN.ts';

/** The page's words in the language of the page. */
export function useWords(): AlarmWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? alarmEn : alarmZh;
}
