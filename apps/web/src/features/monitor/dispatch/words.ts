import { useTranslation } from 'react-i18next';
import { dispatchEn } from './text.en.ts';
import { type DispatchWords, dispatchZh } from './text.zh-CN.ts';

export function useDispatchWords(): DispatchWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? dispatchEn : dispatchZh;
}
