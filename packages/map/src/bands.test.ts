import { describe, expect, it } from 'vitest';
import {
  ALARM_COUNT_BANDS,
  ALARM_COUNT_FLIES_TO_METRES,
  aggregationAt,
  boundaryLevelAt,
  CAMERA_REST_MILLISECONDS,
  COUNT_FLIES_TO_METRES,
  EVERY_HEIGHT,
  FLY_TO_HEIGHT_METRES,
  HOME_FLIGHT_SECONDS,
  HOME_PITCH_DEGREES,
  isWithin,
  localSceneLevelAt,
  MARKER_BAND,
  MONITORING_CIRCLE_METRES,
  MONITORING_RADIUS_METRES,
  popupStepAt,
  RESOURCE_BAND,
  SCAN_SECTOR_DEGREES,
  SCAN_STEP_DEGREES,
  SCAN_STEP_MILLISECONDS,
  SCENE_LAYERS_BELOW_METRES,
  showsBoundary,
  testsDepthAt,
} from './bands.ts';

describe('camera heights', () => {
  // Proves §9.7a
  it('alarm markers show from 100 m to 296,000 m, both included', () => {
    expect([99.9, 100, 296_000, 296_000.1].map((height) => isWithin(height, MARKER_BAND))).toEqual([false, true, true, false]);
  });

  it('above the markers’ band, exactly one of marks, counts by county and counts by prefecture shows at every height from 100 m up', () => {
    const shown = (height: number) =>
      Object.entries({ marks: MARKER_BAND, ...ALARM_COUNT_BANDS }).flatMap(([name, band]) => (isWithin(height, band) ? [name] : []));
    expect([100, 90_000, 296_000].map(shown)).toEqual(Array(3).fill(['marks']));
    expect([296_000.001, 296_001, 600_000, 1_000_000].map(shown)).toEqual(Array(4).fill(['county']));
    expect([1_000_000.001, 1e7, 1e9].map(shown)).toEqual(Array(3).fill(['prefecture']));
    expect(shown(ALARM_COUNT_FLIES_TO_METRES.prefecture)).toEqual(['county']);
    expect(shown(ALARM_COUNT_FLIES_TO_METRES.county)).toEqual(['marks']);
  });

  it('EVERY_HEIGHT contains every height', () => {
    expect([0, 1, 5e7].map((height) => isWithin(height, EVERY_HEIGHT))).toEqual([true, true, true]);
  });

  // Proves §9.8b
  it('boundaries: villages below 33,000, counties to 160,000, cities to 19,644,541, then none', () => {
    const heights = [0, 32_999, 33_000, 160_000, 160_001, 19_644_541, 19_644_542];
    expect(heights.map(boundaryLevelAt)).toEqual(['village', 'village', 'county', 'county', 'prefecture', 'prefecture', null]);
  });

  it('a coarser boundary is still drawn when a finer one appears; beyond the last height no boundary is drawn', () => {
    expect(
      [32_000, 160_000, 160_001, 19_644_542].map((height) =>
        ['province', 'prefecture', 'county', 'village'].map((level) => showsBoundary(level as 'county', height)),
      ),
    ).toEqual([
      [true, true, true, true],
      [true, true, true, false],
      [true, true, false, false],
      [false, false, false, false],
    ]);
  });

  // Proves §9.11a
  it('resources: detail below 70,000, level 3 to 296,000, level 2 to 1,000,000, then none', () => {
    const heights = [0, 69_999, 70_000, 295_999, 296_000, 1_000_000, 1_000_001];
    expect(heights.map(aggregationAt)).toEqual(['detail', 'detail', 'level3', 'level3', 'level2', 'level2', 'hidden']);
  });

  // Proves §4.7
  it('the depth test is on at a pitch of −0.51 and above', () => {
    expect([-Math.PI / 2, -0.5101, -0.51, -0.5, 0].map(testsDepthAt)).toEqual([false, false, true, true, true]);
  });

  // Proves §9.5b, §9.6b, §9.7b
  it('home, flights, circles, scan sector, camera rest and scenes have the specification’s numbers', () => {
    expect([HOME_FLIGHT_SECONDS, HOME_PITCH_DEGREES, FLY_TO_HEIGHT_METRES, CAMERA_REST_MILLISECONDS]).toEqual([3, -90, 300_000, 200]);
    expect([MONITORING_RADIUS_METRES, MONITORING_CIRCLE_METRES, SCENE_LAYERS_BELOW_METRES]).toEqual([5000, 3000, 100_000]);
    expect([SCAN_STEP_DEGREES, SCAN_STEP_MILLISECONDS, SCAN_SECTOR_DEGREES]).toEqual([2, 4000, 13]);
  });

  it('a click on a count flies to a height at which the next finer level is drawn', () => {
    expect([aggregationAt(COUNT_FLIES_TO_METRES.prefecture), aggregationAt(COUNT_FLIES_TO_METRES.county)]).toEqual(['level3', 'detail']);
  });

  it('resources are drawn individually exactly where they are not counted', () => {
    const heights = [100, 69_999.999, 70_000, 70_000.001];
    expect(heights.map((height) => isWithin(height, RESOURCE_BAND))).toEqual(heights.map((height) => aggregationAt(height) === 'detail'));
  });

  it('the local 3D level changes just above each height limit', () => {
    const heights = [300_001, 300_000, 60_001, 60_000, 25_001, 25_000, 8001, 8000, 1501, 1500, 0];
    expect(heights.map(localSceneLevelAt)).toEqual([9, 11, 11, 13, 13, 15, 15, 17, 17, 19, 19]);
  });

  // Proves §9.5e
  it('a popup flies in from above 90,000 m and opens at once below', () => {
    expect([90_000, 90_001, 400_000].map((height) => popupStepAt(height, 'fly-in'))).toEqual(['open', 'fly-then-open', 'fly-then-open']);
  });

  // Proves §9.5d
  it('under the rule `only-above`, popups open only above 300,000 m', () => {
    expect([90_001, 300_000, 300_001].map((height) => popupStepAt(height, 'only-above'))).toEqual(['none', 'none', 'open']);
  });
});
