import { describe, expect, it } from 'vitest';
import { isFault, type RoadAttributes, roadFactsOf } from './road-attributes.ts';

const PLAIN = { oneWay: 'no', isBridge: false, isTunnel: false, isFord: false, speedLimit: null };

describe('road attributes from a file', () => {
  it.each<[RoadAttributes, object]>([
    [{ highway: 'primary' }, { class: 'primary' }],
    [
      { highway: 'primary_link', oneway: '-1', maxspeed: '40 mph' },
      { class: 'primary', oneWay: 'backward', speedLimit: 64 },
    ],
    [{ highway: 'motorway' }, { class: 'motorway', oneWay: 'forward' }],
    [{ highway: 'motorway', oneway: 'no' }, { class: 'motorway' }],
    [
      { highway: 'residential', junction: 'roundabout' },
      { class: 'residential', oneWay: 'forward' },
    ],
    [
      { highway: 'track', bridge: 'viaduct', tunnel: 'no', ford: 'yes', maxspeed: 'CN:urban' },
      { class: 'track', isBridge: true, isFord: true },
    ],
    // Geofabrik's shapefiles.
    [
      { fclass: 'track_grade3', oneway: 'B', bridge: 'F', tunnel: 'T', maxspeed: 0, ref: '' },
      { class: 'track', isTunnel: true },
    ],
    [
      { fclass: 'tertiary', oneway: 'F', bridge: 'F', tunnel: 'F' },
      { class: 'tertiary', oneWay: 'forward' },
    ],
    [
      { fclass: 'tertiary', oneway: 'T' },
      { class: 'tertiary', oneWay: 'backward' },
    ],
    // Chinese road data.
    [
      { 道路等级: '县道', 限速: '30公里/小时', 单行: '是', 桥梁: '否' },
      { class: 'secondary', speedLimit: 30, oneWay: 'forward' },
    ],
    [{ 技术等级: '四级公路' }, { class: 'unclassified' }],
    [{ 等级: '未评定', 路线编号: 'X083' }, { class: 'secondary' }],
    [{ ref: 'G213;S9' }, { class: 'trunk' }],
  ])('%o', (attributes, expected) => {
    expect(roadFactsOf(attributes, null)).toEqual({ ...PLAIN, ...expected });
  });

  it('the class is read from the named column only', () => {
    expect(roadFactsOf({ kind: '防火道', highway: 'primary' }, 'kind')).toMatchObject({ class: 'fire-road' });
    expect(roadFactsOf({ highway: 'primary' }, 'kind')).toEqual({ code: 'road-class-missing', params: { columns: ['kind'] } });
  });

  it.each<[RoadAttributes, object]>([
    [{ name: '某路' }, { code: 'road-class-missing' }],
    [{ highway: 'proposed' }, { code: 'road-class-unknown', params: { found: 'proposed' } }],
    [
      { highway: 'primary', maxspeed: 600 },
      { code: 'road-speed-limit', params: { found: '600' } },
    ],
    [
      { highway: 'primary', maxspeed: -5 },
      { code: 'road-speed-limit', params: { found: '-5' } },
    ],
  ])('%o is not a road', (attributes, fault) => {
    const facts = roadFactsOf(attributes, null);
    expect(isFault(facts)).toBe(true);
    expect(facts).toMatchObject(fault);
  });
});
