import type { WeatherWords } from './text.zh-CN.ts';

export const weatherEn: WeatherWords = {
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
