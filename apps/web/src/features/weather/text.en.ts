import type { WeatherTabWords } from './text.zh-CN.ts';

export const weatherTabEn: WeatherTabWords = {
  layer: 'Weather (as the tab shows it)',
  windScaleOnMap: (scale) => `force ${scale}`,
  search: 'Place',
  list: 'Weather by place',
  fly: (name) => `Fly to ${name}`,
  empty: { title: 'No place with weather', hint: 'Your grid holds no county; ask an administrator about your grid.' },
  none: { title: 'No such place', hint: 'Try another name, or clear it to see all.' },
};
