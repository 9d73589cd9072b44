import { timePlacesOf, writeTimes } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spreadRun } from './spread.schema.ts';
import { SPREAD_STATES, type SpreadRunFile } from './spread.ts';
import { readSpreadRun, writeSpreadRun } from './spread.wire.ts';
import { MOISTURE_CLASSES, OBSERVATION_KINDS, SPREAD_MODELS, type SpreadInputs } from './spread-inputs.ts';
import { IMPACT_KINDS } from './spread-result.ts';

const seconds = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((time) => {
  time.setUTCMilliseconds(0);
  return time;
});
const degrees = fc.double({ min: -180, max: 180, noNaN: true }).map((angle) => angle || 0);
const size = fc.double({ min: 0, max: 1e6, noNaN: true }).map((hectares) => hectares || 0);
const minutes = fc.nat(1_440);
const isochrone = fc.record({
  minutes,
  areaHectares: size,
  probability: fc.constantFrom(null, 0.1, 0.5, 0.9),
  coordinates: fc.array(fc.array(fc.array(fc.tuple(degrees, degrees)))),
});
const impact = fc.record({
  kind: fc.constantFrom(...IMPACT_KINDS),
  id: fc.string(),
  name: fc.string(),
  layerName: fc.option(fc.string()),
  position: fc.record({ lng: degrees, lat: degrees }),
  gridNo: fc.constant('513221' as GridNo),
  inhabitants: fc.option(fc.nat()),
  arrivalMinutes: fc.record({ p10: fc.option(minutes), p50: fc.option(minutes), p90: fc.option(minutes) }),
});
const result = fc.record({
  isochrones: fc.array(isochrone),
  impacts: fc.array(impact),
  behaviour: fc.constantFrom(null, []),
  areaHectares: size,
  reachesEdge: fc.boolean(),
  seconds: size,
  weighing: fc.constant(null),
  unknownGround: fc.option(fc.record({ share: size, classes: fc.constant([{ scheme: 'igbp' as const, value: 9 }]) })),
});
const position = fc.record({ lng: degrees, lat: degrees });
const ellipse = fc.record({ semiMajorMetres: size, semiMinorMetres: size, azimuthDegrees: degrees });
const hour = fc.record({
  time: seconds,
  windSpeedMetresPerSecond: size,
  windFromDegrees: degrees,
  temperatureCelsius: degrees,
  humidityPercent: size,
  moisturePercent: fc.constant({ oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 }),
});
const point = fc.tuple(degrees, degrees).map((coordinates) => ({ type: 'Point' as const, coordinates }));
const observation = fc.oneof(
  fc.record({
    kind: fc.constantFrom(...OBSERVATION_KINDS.filter((kind) => kind !== 'perimeter')),
    id: fc.string(),
    time: seconds,
    position,
    ellipse,
  }),
  fc.record({ kind: fc.constant('perimeter' as const), id: fc.string(), time: seconds, ring: fc.array(fc.tuple(degrees, degrees)) }),
);
const data = { origin: 'demo', version: '' } as const;
const inputs: fc.Arbitrary<SpreadInputs> = fc.record({
  begin: seconds,
  hours: fc.nat(24),
  members: fc.nat(200),
  seed: fc.nat(),
  model: fc.record({ name: fc.constantFrom(...SPREAD_MODELS), version: fc.string() }),
  ignition: fc.record({
    source: fc.constantFrom('fire', 'drawn', 'entered'),
    geometry: fc.oneof(
      point,
      fc.array(point).map((geometries) => ({ type: 'GeometryCollection' as const, geometries })),
    ),
    later: fc.array(fc.record({ time: seconds, geometry: point })),
  }),
  ellipse: fc.option(ellipse),
  weather: fc.record({
    source: fc.constantFrom('qweather', 'demo', 'entered'),
    windFactor: fc.option(size),
    moisture: fc.constantFrom('fosberg', 'entered'),
    enteredMoisture: fc.subarray([...MOISTURE_CLASSES]),
    enteredBy: fc.option(fc.string()),
    hours: fc.array(hour),
  }),
  ground: fc.record({
    centre: position,
    halfMetres: size,
    cellMetres: size,
    elevation: fc.constant(data),
    landCover: fc.constant({ ...data, files: ['worldcover.tif'] }),
    canopy: fc.option(fc.constant({ version: '', files: ['height.tif'], share: 0.8 })),
    ownFuels: fc.nat(),
  }),
  barriers: fc.record({ breaks: fc.nat(), roads: fc.nat(), waters: fc.nat() }),
  correction: fc.option(
    fc.record({ after: fc.option(fc.uuid()), begins: fc.constantFrom('front', 'earlier'), observations: fc.array(observation) }),
  ),
});
const run: fc.Arbitrary<SpreadRunFile> = fc.record({
  id: fc.uuid(),
  fireId: fc.option(fc.uuid()),
  gridNo: fc.constant('513221' as GridNo),
  gridName: fc.constant('汶川县'),
  state: fc.constantFrom(...SPREAD_STATES),
  progress: fc.constantFrom(0, 0.5, 1),
  requestedBy: fc.string(),
  requestedAt: seconds,
  endedAt: fc.option(seconds),
  inputs,
  result: fc.option(result),
  queue: fc.option(fc.record({ place: fc.nat(), burning: fc.nat(), ownGrid: fc.nat() })),
  failure: fc.constant(null),
  error: fc.constant(null),
});

it('a page reads a run as the server writes it', () => {
  fc.assert(
    fc.property(run, (file) => {
      const sent = JSON.parse(JSON.stringify(writeTimes(timePlacesOf(spreadRun), writeSpreadRun(file))));
      expect(readSpreadRun(spreadRun.parse(sent))).toEqual(file);
    }),
  );
});

it('beside its state, a run has its progress, its inputs, what it reaches as GeoJSON, and what it hits', () => {
  const isochrones = [{ minutes: 60, areaHectares: 12, probability: null, coordinates: [] }];
  const [file] = fc.sample(
    run.filter((one) => one.result !== null),
    1,
  ) as [SpreadRunFile];
  const sent = writeSpreadRun({ ...file, result: file.result && { ...file.result, isochrones } });
  expect(Object.keys(sent)).toEqual(expect.arrayContaining(['state', 'progress', 'inputs', 'isochrones', 'impacts']));
  expect(sent.isochrones).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { minutes: 60, areaHectares: 12, probability: null },
        geometry: { type: 'MultiPolygon', coordinates: [] },
      },
    ],
  });
});
