import { wordsIn } from '../../shared/language.ts';
import { weatherTabEn } from './text.en.ts';
import { type WeatherTabWords, weatherTabZh } from './text.zh-CN.ts';

export const useWeatherTabWords = wordsIn<WeatherTabWords>({ zh: weatherTabZh, en: weatherTabEn });
