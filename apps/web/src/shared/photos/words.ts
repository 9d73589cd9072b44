import { useTranslation } from 'react-i18next';
import { photosEn } from './text.en.ts';
import { type PhotosWords, photosZh } from './text.zh-CN.ts';

export function usePhotosWords(): PhotosWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? photosEn : photosZh;
}
