import type { RiskWords } from './text.zh-CN.ts';

const levels: RiskWords['levels'] = { 1: 'low', 2: 'fairly low', 3: 'fairly high', 4: 'high', 5: 'extreme' };

export const riskEn: RiskWords = {
  layer: 'Fire risk (while its tab is open)',
  day: 'Day',
  newest: 'Newest day',
  level: 'Level',
  list: 'Fire risk by place',
  legend: 'Legend of fire-risk levels (the level, then how many places)',
  onWhole: 'Colours are schematic: without boundaries of the parts the whole area has its own level; the numbers are those of the places.',
  children: 'Next level',
  counties: 'Counties',
  levels,
  levelName: (level) => `level ${level} (${levels[level]})`,
  drivers: {
    wind: 'Driven by wind: what burns spreads fast',
    humidity: 'Driven by dry air: fine fuel catches at once',
    temperature: 'Driven by heat: fuel dries fast',
    drought: 'Driven by drought: deep fuel is dry and hard to put out',
    rain: 'Driven by lack of rain: the litter is dry',
  },
  noDriver: 'Mild weather; nothing stands out',
  gap: (days) => `${days} day(s) before have no weather; the codes went on from the last known day.`,
  demo: 'demo weather',
  of: (grid, day) => `Fire risk of ${grid} on ${day}`,
  noon: (temperature, humidity, wind, rain) =>
    `Noon ${temperature.toFixed(1)} °C, humidity ${Math.round(humidity)}%, wind ${wind.toFixed(1)} km/h, rain in 24 h ${rain.toFixed(1)} mm`,
  chart: (days) => `Fire Weather Index of ${days} days, the level in the dots`,
  parts: {
    FWI: 'Fire Weather Index',
    FFMC: 'Fine Fuel Moisture Code',
    DMC: 'Duff Moisture Code',
    DC: 'Drought Code',
    ISI: 'Initial Spread Index',
    BUI: 'Buildup Index',
  },
  empty: {
    title: 'No fire-risk level yet',
    hint: 'It is worked out when the noon weather is there; look again later, or choose another day.',
  },
  noneThatDay: (day) => ({ title: `No fire-risk level on ${day}`, hint: 'Choose another day, or clear it for the newest.' }),
};
