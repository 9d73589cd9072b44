import { useTranslation } from 'react-i18next';
import { tabsEn } from './text.en.ts';
import { type TabWords, tabsZh } from './text.zh-CN.ts';

export function useTabWords(): TabWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? tabsEn : tabsZh;
}
