// The skies of the demo weather, with their texts and icons.

/** QWeather's icon codes by day and night, and texts. */
export const skies = {
  clear: { icon: '100', nightIcon: '150', text: '晴' },
  partly: { icon: '103', nightIcon: '153', text: '晴间多云' },
  cloudy: { icon: '101', nightIcon: '151', text: '多云' },
  overcast: { icon: '104', nightIcon: '104', text: '阴' },
  mist: { icon: '500', nightIcon: '500', text: '薄雾' },
  fog: { icon: '501', nightIcon: '501', text: '雾' },
  shower: { icon: '300', nightIcon: '350', text: '阵雨' },
  thunder: { icon: '302', nightIcon: '302', text: '雷阵雨' },
  lightRain: { icon: '305', nightIcon: '305', text: '小雨' },
  rain: { icon: '306', nightIcon: '306', text: '中雨' },
  heavyRain: { icon: '307', nightIcon: '307', text: '大雨' },
  sleet: { icon: '404', nightIcon: '404', text: '雨夹雪' },
  lightSnow: { icon: '400', nightIcon: '400', text: '小雪' },
  snow: { icon: '401', nightIcon: '401', text: '中雪' },
} as const;
export type Sky = keyof typeof skies;
