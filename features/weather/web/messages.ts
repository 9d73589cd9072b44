// Messages of 气象信息, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

export const weatherTabZh = {
  layer: '气象（气象信息中查看的地方）',
  /** Beaufort, next to the arrow. */
  windScaleOnMap: (scale: string): string => `${scale}级`,
  search: '地名',
  list: '各地天气',
  fly: (name: string) => `飞到${name}`,
  empty: { title: '没有可查天气的地方', hint: '网格中没有县级以上的地方，请与管理员核对账号的网格。' },
  none: { title: '没有这个地方', hint: '换一个地名，或清空后查看全部。' },
};

export type WeatherTabMessages = typeof weatherTabZh;

export const weatherTabEn: WeatherTabMessages = {
  layer: 'Weather (as the tab shows it)',
  windScaleOnMap: (scale) => `force ${scale}`,
  search: 'Place',
  list: 'Weather by place',
  fly: (name) => `Fly to ${name}`,
  empty: { title: 'No place with weather', hint: 'Your grid holds no county; ask an administrator about your grid.' },
  none: { title: 'No such place', hint: 'Try another name, or clear it to see all.' },
};

export const useWeatherTabMessages = messagesIn<WeatherTabMessages>({ zh: weatherTabZh, en: weatherTabEn });
