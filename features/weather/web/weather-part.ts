import type { GlobePart } from '@lookout/web/globe/part.ts';
import type { WeatherAt } from '@lookout/web/stores/overlays.ts';
import { weatherTabEn, weatherTabZh } from './messages.ts';

/** Cities within about five kilometres are drawn as one. */
const spotOf = ({ longitude, latitude }: WeatherAt): string => `${(longitude * 20).toFixed(0)}/${(latitude * 20).toFixed(0)}`;
const coarseFirst = (a: WeatherAt, b: WeatherAt): number => Number(b.gridNo.endsWith('00')) - Number(a.gridNo.endsWith('00'));

/** The weather loaded by 气象信息: wind arrows and temperatures. */
export const weather: GlobePart = ({ map, globe, services: { overlays, layers } }) => {
  const messages = { zh: weatherTabZh, en: weatherTabEn }[globe.language];
  const layer = map.mountWeather(globe);
  const row = layers.register({
    id: 'weather-now',
    group: 'weather',
    visible: true,
    setVisible: layer.show,
    title: { zh: weatherTabZh.layer, en: weatherTabEn.layer },
  });
  const stop = overlays.weather.follow((cities) => {
    // A prefecture's position is its seat, which is also that of a county: one arrow is drawn, with the county's name.
    const apart = new Map(cities.toSorted(coarseFirst).map((city) => [spotOf(city), city]));
    layer.set(
      [...apart.values()].map(({ name, longitude, latitude, temperature, windFromDegrees, windScale }) => ({
        lng: longitude,
        lat: latitude,
        windFromDegrees,
        text: [name, temperature && `${temperature}℃`, windScale && messages.windScaleOnMap(windScale)].filter(Boolean).join(' '),
      })),
    );
    row.setState(cities.length === 0 ? { kind: 'empty' } : { kind: 'ready', count: cities.length });
  });
  return () => {
    stop();
    row.remove();
  };
};
