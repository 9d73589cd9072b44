import { wordsIn } from '../language.ts';
import { weatherEn } from './text.en.ts';
import { type WeatherWords, weatherZh } from './text.zh-CN.ts';

/** The words of the weather at a place, in the language of the page. */
export const useWeatherWords = wordsIn<WeatherWords>({ zh: weatherZh, en: weatherEn });
