import { useTranslation } from 'react-i18next';
import { globeEn } from './text.en.ts';
import { type GlobeWords, globeZh } from './text.zh-CN.ts';

/** The globe's words in the language of the page. */
export function useGlobeWords(): GlobeWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? globeEn : globeZh;
}
