import { useTranslation } from 'react-i18next';
import { toolsEn } from './text.en.ts';
import { type ToolWords, toolsZh } from './text.zh-CN.ts';

/** The tools' words in the language of the page. */
export function useToolWords(): ToolWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? toolsEn : toolsZh;
}
