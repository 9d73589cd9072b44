import { useTranslation } from 'react-i18next';
import { tableEn } from './text.en.ts';
import { type TableWords, tableZh } from './text.zh-CN.ts';

export function useTableWords(): TableWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? tableEn : tableZh;
}
