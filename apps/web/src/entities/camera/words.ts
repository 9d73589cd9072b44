import { useTranslation } from 'react-i18next';
import { videoEn } from './text.en.ts';
import { type VideoWords, videoZh } from './text.zh-CN.ts';

export function useVideoWords(): VideoWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? videoEn : videoZh;
}
