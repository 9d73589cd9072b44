import { useTranslation } from 'react-i18next';
import { weatherTabEn } from './text.en.ts';
import { type WeatherTabWords, weatherTabZh } from './text.zh-CN.ts';

export function useWeatherTabWords(): WeatherTabWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? weatherTabEn : weatherTabZh;
}
