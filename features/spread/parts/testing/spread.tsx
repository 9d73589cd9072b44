// 推演 of a fire for component tests: the tab as an officer sees it, and runs as the server sends them.

import { formatTime, type Got, readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { type DeskOptions, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { contract } from '../../../contract.ts';
import { anAlarm, judgedBy } from '../../../testing/builders.ts';
import type { SpreadRunFile, SpreadRunLine } from '../../spread.ts';
import { writeSpreadRun } from '../../spread.wire.ts';
import type { SpreadInputs } from '../../spread-inputs.ts';
import type { ImpactKind, SpreadBehaviour, SpreadImpact, SpreadIsochrone, SpreadResult } from '../../spread-result.ts';
import { SpreadTab } from '../SpreadTab.tsx';

const { reporting, spread } = contract;
export type Run = Got<typeof spread.spreadOne>;
export const FIRE = '00000000-0000-4000-8000-000000000001';
export const RUN = '00000000-0000-4000-8000-0000000000a1';
export const OTHER = '00000000-0000-4000-8000-0000000000a2';
const fire = anAlarm('report', { id: FIRE, response: judgedBy('real') });
/** On the current day, so that clocks show no date. */
export const BEGIN = readTime(`${formatTime(new Date()).slice(0, 10)} 02:00:00`);

const moisturePercent = { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 };
export const hourAt = (time: Date) => ({
  time,
  windSpeedMetresPerSecond: 4.2,
  windFromDegrees: 225,
  temperatureCelsius: 21,
  humidityPercent: 30,
  moisturePercent,
});
export const square = (degrees: number): [number, number][] => [
  [103.6, 31.5],
  [103.6 + degrees, 31.5],
  [103.6 + degrees, 31.5 + degrees],
  [103.6, 31.5],
];
export const isochrone = (minutes: number, areaHectares: number, probability: number | null = null): SpreadIsochrone => ({
  minutes,
  areaHectares,
  probability,
  coordinates: [[square(minutes / 10_000)]],
});
/** In the grid of the forecast, unless it names another. */
export const impact = (
  name: string,
  kind: ImpactKind,
  arrivalMinutes: SpreadImpact['arrivalMinutes'],
  inhabitants: number | null = null,
  gridNo = '513221',
): SpreadImpact => ({
  kind,
  id: name,
  name,
  layerName: null,
  position: { lng: 103.61, lat: 31.51 },
  gridNo: gridNo as GridNo,
  inhabitants,
  arrivalMinutes,
});
export const sure = (p50: number) => ({ p10: null, p50, p90: null });

export const behaviourUntil = (untilMinutes: number, over: Partial<SpreadBehaviour> = {}): SpreadBehaviour => ({
  untilMinutes,
  position: { lng: 103.6, lat: 31.5 },
  rateMetresPerMinute: 4.25,
  flameLengthMetres: 1,
  intensityKilowattsPerMetre: 259,
  headingDegrees: 44,
  attack: 'hand-crew',
  crown: null,
  spotting: null,
  ...over,
});

const header = {
  id: RUN,
  fireId: FIRE,
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  state: 'done',
  progress: 1,
  requestedBy: '李值班',
  requestedAt: BEGIN,
  endedAt: BEGIN,
} as const;
export const lineOf = (over: Partial<SpreadRunLine> = {}): SpreadRunLine => ({
  ...header,
  begin: BEGIN,
  hours: 2,
  members: 1,
  model: 'rothermel',
  isCorrected: false,
  agreement: null,
  ...over,
});

export const INPUTS: SpreadInputs = {
  begin: BEGIN,
  hours: 2,
  members: 1,
  seed: 7,
  model: { name: 'rothermel', version: '1.2' },
  ignition: { source: 'fire', geometry: { type: 'Point', coordinates: [103.6, 31.5] }, later: [] },
  ellipse: { semiMajorMetres: 400, semiMinorMetres: 120, azimuthDegrees: 30 },
  weather: { source: 'demo', windFactor: 0.9, moisture: 'fosberg', enteredMoisture: [], enteredBy: null, hours: [hourAt(BEGIN)] },
  ground: {
    centre: { lng: 103.6, lat: 31.5 },
    halfMetres: 4_000,
    cellMetres: 30,
    elevation: { origin: 'demo', version: '' },
    landCover: { origin: 'imported', version: 'c3', files: ['worldcover.tif'] },
    canopy: { version: 'd4', files: ['height.tif'], share: 0.82 },
    ownFuels: 2,
  },
  barriers: { breaks: 1, roads: 4, waters: 3 },
  correction: null,
};
const RESULT: SpreadResult = {
  isochrones: [isochrone(60, 12.34), isochrone(75, 20), isochrone(120, 240.6)],
  impacts: [impact('远处油库', 'DangerSource', sure(110)), impact('布瓦村', 'village', sure(70), 320)],
  behaviour: [
    behaviourUntil(60),
    behaviourUntil(120, { flameLengthMetres: 3.6, attack: 'nobody', crown: 'passive', spotting: { metres: 583, towardsDegrees: 45 } }),
  ],
  areaHectares: 240.6,
  reachesEdge: false,
  seconds: 1.2,
  weighing: null,
  unknownGround: { share: 0, classes: [] },
};

type Over = Partial<Omit<SpreadRunFile, 'inputs' | 'result'>> & {
  readonly inputs?: Partial<SpreadInputs>;
  /** null: the run is not done. */
  readonly result?: Partial<SpreadResult> | null;
};
/** A run as the server sends it. */
export const runOf = ({ inputs, result = {}, ...over }: Over = {}): Run =>
  writeSpreadRun({
    ...header,
    queue: null,
    failure: null,
    error: null,
    ...over,
    inputs: { ...INPUTS, ...inputs },
    result: result && { ...RESULT, ...result },
  }) as Run;

function Tab() {
  return <SpreadTab alarm={fire} url={useUrlState()} />;
}

/** Opens 推演 of the fire for an officer, without runs and observations until the test adds them. @param run the run in the URL */
export function openSpread({ run = null, ...options }: DeskOptions & { readonly run?: string | null } = {}) {
  const at = `/manage/decision?fireId=${FIRE}&tab=spread${run === null ? '' : `&run=${run}`}`;
  const desk = openDesk({ at, rights: ['support-decisions'], ...options });
  desk.wire.on(spread.spreadsOfFire, () => []);
  desk.wire.on(spread.fireObservations, () => ({ last: null, observations: [] }));
  desk.wire.on(reporting.foreseenReports, () => []);
  return { ...desk, show: () => desk.show(<Tab />) };
}
