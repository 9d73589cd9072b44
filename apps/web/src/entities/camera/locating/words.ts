import { useTranslation } from 'react-i18next';
import { locatingEn } from './text.en.ts';
import { type LocatingWords, locatingZh } from './text.zh-CN.ts';

export function useLocatingWords(): LocatingWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? locatingEn : locatingZh;
}
