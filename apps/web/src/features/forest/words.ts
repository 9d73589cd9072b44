import { useTranslation } from 'react-i18next';
import { forestEn } from './text.en.ts';
import { type ForestWords, forestZh } from './text.zh-CN.ts';

export function useForestWords(): ForestWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? forestEn : forestZh;
}
