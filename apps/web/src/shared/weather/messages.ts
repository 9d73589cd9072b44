import { messagesIn } from '../language.ts';
import type { WeatherIcon } from './WeatherPicture.tsx';

const icons: Readonly<Record<WeatherIcon, string>> = {
  sunny: '晴',
  thunder: '雷雨',
  dust: '沙尘',
  fog: '雾霾',
  snow: '雪',
  overcast: '阴',
  cloudy: '多云',
  rain: '雨',
};

export const weatherZh = {
  unknown: '—',
  title: '天气',
  none: '暂无天气数据',
  icons,
  wind: '风',
  windScale: (scale: string) => `${scale} 级`,
  humidity: '湿度',
  observed: (time: string) => `观测 ${time}`,
  demo: '演示天气',
  celsius: (text: string) => `${text} ℃`,
  percent: (text: string) => `${text}%`,
};

export type WeatherMessages = typeof weatherZh;

export const weatherEn: WeatherMessages = {
  unknown: '—',
  title: 'Weather',
  none: 'No weather data',
  icons: {
    sunny: 'Sunny',
    thunder: 'Thunder',
    dust: 'Dust',
    fog: 'Fog',
    snow: 'Snow',
    overcast: 'Overcast',
    cloudy: 'Cloudy',
    rain: 'Rain',
  },
  wind: 'Wind',
  windScale: (scale) => `force ${scale}`,
  humidity: 'Humidity',
  observed: (time) => `observed ${time}`,
  demo: 'demo weather',
  celsius: (text) => `${text} ℃`,
  percent: (text) => `${text}%`,
};

/** The messages of the weather, in the language of the page. */
export const useWeatherMessages = messagesIn<WeatherMessages>({ zh: weatherZh, en: weatherEn });
