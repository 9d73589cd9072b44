import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { expect, it } from 'vitest';
import { gpxOf, kmlOf, type TrackToWrite } from './track-file.ts';

const at = (text: string) => new Date(text);
const track: TrackToWrite = {
  name: `扎西 <"O'Brien" & 子>\u0001`,
  description: '2026-11-24 汶川县',
  pieces: [
    [
      { lng: 103.5, lat: 31.4, at: at('2026-11-24T00:00:00Z') },
      { lng: 103.512_345_7, lat: 31.4, at: at('2026-11-24T00:00:15.250Z') },
    ],
    [
      { lng: 103.6, lat: 31.5, at: at('2026-11-24T01:00:00Z') },
      { lng: 103.7, lat: 31.6, at: at('2026-11-24T01:00:15Z') },
    ],
  ],
};
const parsed = (text: string) => {
  const faults: string[] = [];
  const document = new DOMParser({ onError: (_, message) => faults.push(message) }).parseFromString(text, 'text/xml');
  expect(faults).toEqual([]);
  return document as never;
};
const COORDINATES = track.pieces.map((piece) => piece.map(({ lng, lat }) => [lng, lat]));
const TIMES = [
  ['2026-11-24T00:00:00Z', '2026-11-24T00:00:15.250Z'],
  ['2026-11-24T01:00:00Z', '2026-11-24T01:00:15Z'],
];

it('A track written as GPX can be read by another program: name, segments, positions, UTC times', () => {
  const { features } = gpx(parsed([...gpxOf(track)].join('')));
  expect(features).toHaveLength(1);
  expect(features[0]).toMatchObject({
    geometry: { type: 'MultiLineString', coordinates: COORDINATES },
    properties: { name: `扎西 <"O'Brien" & 子>`, desc: '2026-11-24 汶川县', coordinateProperties: { times: TIMES } },
  });
});

it('A track written as KML can be read by another program too', () => {
  const { features } = kml(parsed([...kmlOf(track)].join('')));
  expect(features).toHaveLength(1);
  const { geometry, properties } = features[0] as never as {
    geometry: { geometries: { coordinates: number[][] }[] };
    properties: Record<string, unknown>;
  };
  expect(geometry.geometries.map(({ coordinates }) => coordinates.map(([lng, lat]) => [lng, lat]))).toEqual(COORDINATES);
  expect(properties).toMatchObject({ name: `扎西 <"O'Brien" & 子>`, coordinateProperties: { times: TIMES } });
});
