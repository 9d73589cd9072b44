import { expect, it } from 'vitest';
import { weatherIconOf } from './WeatherPicture.tsx';

// Proves §9.14
it.each([
  ['100', 'sunny'],
  ['150', 'sunny'],
  ['101', 'cloudy'],
  ['153', 'cloudy'],
  ['104', 'overcast'],
  ['300', 'rain'],
  ['302', 'thunder'],
  ['304', 'thunder'],
  ['305', 'rain'],
  ['350', 'rain'],
  ['399', 'rain'],
  ['404', 'snow'],
  ['499', 'snow'],
  ['501', 'fog'],
  ['503', 'dust'],
  ['508', 'dust'],
  ['511', 'fog'],
  ['999', null],
  ['', null],
  [null, null],
  ['1e2', null],
])('code %s is %s', (code, icon) => {
  expect(weatherIconOf(code)).toBe(icon);
});
