import { useTranslation } from 'react-i18next';
import { burningsEn } from './text.en.ts';
import { type BurningWords, burningsZh } from './text.zh-CN.ts';

export function useBurningWords(): BurningWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? burningsEn : burningsZh;
}
