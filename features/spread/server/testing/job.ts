// The calculation of a forecast over level grass, for tests: from the middle of the window, in two calm hours.

import type { GroundCells } from '@lookout/fire-model';
import { createRightOfWay } from '../../../travel/service/right-of-way.ts';
import type { SpreadHour } from '../../spread-inputs.ts';
import { createControl, type ForecastJob } from '../job.ts';

export const BEGIN = new Date(Date.UTC(2026, 10, 22, 4));
export const CENTRE = { lng: 103.5, lat: 31.5 };

export const CALM: SpreadHour = {
  time: BEGIN,
  windSpeedMetresPerSecond: 0,
  windFromDegrees: 0,
  temperatureCelsius: 25,
  humidityPercent: 30,
  moisturePercent: { oneHour: 5, tenHour: 6, hundredHour: 7, liveHerbaceous: 30, liveWoody: 60 },
};
/** Weather that an officer entered. */
export const enteredWeather = (...hours: readonly SpreadHour[]): ForecastJob['inputs']['weather'] => ({
  source: 'entered',
  windFactor: null,
  moisture: 'fosberg',
  enteredMoisture: [],
  enteredBy: null,
  hours,
});

/** @param cells around `CENTRE` */
export function aJob(cells: GroundCells, given: Partial<ForecastJob> = {}, inputs: Partial<ForecastJob['inputs']> = {}): ForecastJob {
  const count = cells.grid.columns * cells.grid.rows;
  return {
    inputs: {
      begin: BEGIN,
      hours: 2,
      members: 1,
      seed: 7,
      model: { name: 'rothermel', version: '1' },
      ignition: { source: 'entered', geometry: { type: 'Point', coordinates: [CENTRE.lng, CENTRE.lat] }, later: [] },
      ellipse: null,
      weather: enteredWeather(CALM),
      correction: null,
      ...inputs,
    },
    window: {
      ...cells,
      heights: new Float32Array(count).fill(2_000),
      classes: new Uint8Array(count),
      table: [{ scheme: 'igbp', value: 9, cover: 'grass' }],
      canopies: null,
    },
    ownFuels: [],
    barriers: [],
    waters: [],
    targets: [],
    control: createControl(1),
    rightOfWay: createRightOfWay().flag,
    ...given,
  };
}
