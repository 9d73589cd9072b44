import { useTranslation } from 'react-i18next';
import { weatherEn } from './text.en.ts';
import { type WeatherWords, weatherZh } from './text.zh-CN.ts';

/** The words of the weather at a place, in the language of the page. */
export function useWeatherWords(): WeatherWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? weatherEn : weatherZh;
}
