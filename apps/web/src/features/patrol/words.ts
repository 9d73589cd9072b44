import { useTranslation } from 'react-i18next';
import { patrolEn } from './text.en.ts';
import { type PatrolWords, patrolZh } from './text.zh-CN.ts';

/** The page's words in the language of the page. */
export function useWords(): PatrolWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? patrolEn : patrolZh;
}
