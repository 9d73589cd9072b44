// Replies of coverage for tests: Wenchuan with two towns' worth of figures, two masts of which one does not count, and pictures.

import type { Got } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { coverageCalls } from '../../coverage.calls.ts';
import { TARGET_METRES, type TargetMetres } from '../../coverage.ts';

type Calls = typeof coverageCalls;
type Row = Got<Calls['coverageFigures']>['rows'][number];

/** Forest in view grows with the height above the ground; the rest of 1,000 ha is blind. */
const seen = (hectares: Readonly<Record<TargetMetres, number>>, weighted: number): Row['byHeight'] =>
  TARGET_METRES.map((targetMetres) => ({
    targetMetres,
    seenHectares: hectares[targetMetres],
    locatedHectares: hectares[targetMetres] / 2,
    blindHectares: 1_000 - hectares[targetMetres],
    blindWeightedShare: weighted,
  }));

export const aGrid = (more: Partial<Row> = {}): Row => ({
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  masts: 2,
  landHectares: 1_500,
  forestHectares: 1_000,
  unknownHectares: 0,
  dangerDay: '2026-11-24',
  byHeight: seen({ 0: 200, 10: 600, 50: 900 }, 0.42),
  ellipse: { medianMetres: 82.4, worstTenthMetres: 310 },
  ...more,
});

export const someFigures = (more: Partial<Got<Calls['coverageFigures']>> = {}): Got<Calls['coverageFigures']> => ({
  rows: [
    aGrid(),
    aGrid({ gridNo: '513221100' as GridNo, gridName: '威州镇', masts: 1, byHeight: seen({ 0: 400, 10: 800, 50: 950 }, 0.15) }),
    aGrid({ gridNo: '513221101' as GridNo, gridName: '映秀镇', masts: 0, byHeight: seen({ 0: 0, 10: 100, 50: 300 }, 0.93), ellipse: null }),
  ],
  pendingCounties: 0,
  visibilityMetres: null,
  ...more,
});

type Mast = Got<Calls['coverageMasts']>[number];

export const aMast = (more: Partial<Mast> = {}): Mast => ({
  id: '7a000000-0000-4000-8000-000000000001',
  kind: 'monitoring-point',
  name: '威州瞭望塔',
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  position: { lng: 103.58, lat: 31.47 },
  mastMetres: 35,
  rangeMetres: 12_000,
  sectors: [],
  cameraIds: ['7a000000-0000-4000-8000-0000000000c1'],
  uncounted: null,
  seenHectares: [900, 2_400, 5_100],
  seenForestHectares: [400, 1_300, 2_900],
  ...more,
});

export const BLIND_MAST = aMast({
  id: '7a000000-0000-4000-8000-000000000002',
  name: '映秀杆',
  mastMetres: 0,
  cameraIds: [],
  uncounted: 'no-mast-height',
  seenHectares: [],
  seenForestHectares: [],
});

type Picture = Got<Calls['coveragePicture']>;

export const aPicture = (more: Partial<Picture> = {}): Picture => ({
  version: 'v1',
  show: 'masts',
  cellMetres: 153,
  columns: 2,
  rows: 1,
  west: 103,
  south: 31,
  east: 104,
  north: 31.5,
  image: 'data:image/png;base64,',
  legend: [
    { class: 'blind-forest', colour: '#ff7a1a', hectares: 12_345.6 },
    { class: 'located', colour: '#3ecf8e', hectares: 4.25 },
  ],
  ground: 'demo',
  ...more,
});
