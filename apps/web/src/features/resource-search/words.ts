import { useTranslation } from 'react-i18next';
import { resourceSearchEn } from './text.en.ts';
import { type ResourceSearchWords, resourceSearchZh } from './text.zh-CN.ts';

export function useResourceSearchWords(): ResourceSearchWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? resourceSearchEn : resourceSearchZh;
}
