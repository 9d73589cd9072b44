import { type LoggedEvent, MINUTE_MS } from '@lookout/domain';
import { cellsAround } from '@lookout/fire-model';
import { expect, it } from 'vitest';
import { type Alarm, type AlarmFacts, UNANSWERED } from '../../alarm/alarm.ts';
import type { Plot } from '../../plot/plot.ts';
import { drawnPerimeters, inThePlane, observedPlaces } from './observations.ts';

const AT = Date.UTC(2026, 10, 22, 4);
const covariance = { eastEast: 10_000, eastNorth: 0, northNorth: 2_500 };

type Given = Partial<Pick<Alarm, 'response'>> & { readonly minutes?: number; readonly look?: string; readonly knownHeat?: string };
const alarm = (id: string, kind: AlarmFacts['kind'], { response = UNANSWERED, minutes = 0, look = id, knownHeat }: Given = {}) =>
  ({
    alarm: {
      id,
      position: { lng: 103.5, lat: 31.5 },
      observedAt: new Date(AT + minutes * MINUTE_MS),
      arrivedAt: new Date(AT + 60 * MINUTE_MS),
      facts: { kind },
      response,
    },
    member: { alarmId: id, evidence: { look, covariance }, knownHeat: knownHeat ?? null },
  }) as Parameters<typeof observedPlaces>[0][number];
const judgement = { verdict: 'false', note: null, realFireType: null, at: new Date(AT), by: '李' } as const;
const idsOf = (alarms: Parameters<typeof observedPlaces>[0]) => observedPlaces(alarms).map(({ observation }) => observation.id);

it('hotspots, camera fixes and reports show where a fire burns, with their ellipse and the time when they became known', () => {
  const [report, camera, hotspot] = observedPlaces([
    alarm('c', 'satellite', { minutes: 9 }),
    alarm('b', 'camera', { minutes: 5 }),
    alarm('a', 'report'),
  ]);
  expect(report).toEqual({
    observation: {
      kind: 'report',
      id: 'a',
      time: new Date(AT),
      position: { lng: 103.5, lat: 31.5 },
      ellipse: { semiMajorMetres: 245, semiMinorMetres: 122, azimuthDegrees: 90 },
    },
    knownAt: new Date(AT + 60 * MINUTE_MS),
  });
  expect([camera?.observation.kind, hotspot?.observation.kind]).toEqual(['camera', 'satellite']);
});

it('smoke sensors, dangers, false alarms and known heat sources are no observations', () => {
  const dismissed = { ...UNANSWERED, stage: 'dismissed', judgement } as Alarm['response'];
  expect(
    idsOf([
      alarm('smoke', 'smoke'),
      alarm('danger', 'danger'),
      alarm('false', 'camera', { response: dismissed }),
      alarm('kiln', 'satellite', { knownHeat: 'kiln/2026-11-22' }),
      alarm('true', 'camera', { response: { ...dismissed, judgement: { ...judgement, verdict: 'real' } } as Alarm['response'] }),
    ]),
  ).toEqual(['true']);
});

it('of a camera’s reports within a quarter of an hour the last counts; every pixel of a pass counts', () => {
  const again = [0, 4, 14, 15].map((minutes) => alarm(`camera ${minutes}`, 'camera', { minutes, look: 'camera/7' }));
  const pixels = [0, 0, 1].map((minutes, index) => alarm(`pixel ${index}`, 'satellite', { minutes, look: 'satellite/N/1' }));
  expect(new Set(idsOf([...again, ...pixels]))).toEqual(new Set(['camera 14', 'camera 15', 'pixel 0', 'pixel 1', 'pixel 2']));
});

it('of a fire with more than two hundred places, the newest count', () => {
  const ids = idsOf(Array.from({ length: 250 }, (_, minutes) => alarm(`${minutes}`, 'satellite', { minutes })));
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, '50', '249']);
});

const corners = [
  { lng: 103.5, lat: 31.5 },
  { lng: 103.51, lat: 31.5 },
  { lng: 103.51, lat: 31.51 },
];
const plot = (over: Partial<Plot> = {}): Plot => ({
  id: 'area',
  kind: 'polygon',
  symbol: 'burnt-area',
  name: '',
  colour: 'red',
  note: null,
  points: corners,
  widthPixels: 3,
  fireId: null,
  gridNo: '513221' as Plot['gridNo'],
  version: 1,
  createdBy: '李',
  createdAt: new Date(AT),
  changedBy: '李',
  changedAt: new Date(AT),
  ...over,
});

it('a burnt area is observed when its outline was drawn: a new name is no new observation, a new outline is', async () => {
  const moved = corners.map(({ lng, lat }) => ({ lng, lat: lat + 0.001 }));
  const revised = (version: number, minutes: number, draft: Partial<Plot>) =>
    ({
      kind: 'plot.revised',
      objectId: 'area',
      happenedAt: new Date(AT + minutes * MINUTE_MS),
      actor: { kind: 'system', name: '' },
      payload: { draft: plot(draft), gridNo: '513221', version },
    }) as unknown as LoggedEvent;
  const drawn = { kind: 'plot.drawn', objectId: 'area', happenedAt: new Date(AT), payload: { plot: plot() } } as unknown as LoggedEvent;
  const log = [drawn, revised(2, 10, { points: moved }), revised(3, 30, { points: moved, name: '东线' })];
  const asked: unknown[] = [];
  const events = {
    ofEach: (objects: unknown) => {
      asked.push(objects);
      return Promise.resolve({ list: log, more: false });
    },
  } as unknown as Parameters<typeof drawnPerimeters>[0]['events'];
  const now = plot({ version: 3, points: moved, changedAt: new Date(AT + 30 * MINUTE_MS) });
  const [area] = await drawnPerimeters({ events }, [now, plot({ id: 'break', symbol: 'fire-break', kind: 'line' })]);
  expect(area).toEqual({
    observation: { kind: 'perimeter', id: 'area', time: new Date(AT + 10 * MINUTE_MS), ring: moved.map(({ lng, lat }) => [lng, lat]) },
    knownAt: new Date(AT + 10 * MINUTE_MS),
  });
  const [first] = await drawnPerimeters({ events }, [plot()]);
  expect([first?.observation.time, asked.length]).toEqual([new Date(AT), 1]);
});

it('a burnt area is converted into the plane of the terrain, with its time from the start', () => {
  const cells = cellsAround({ lng: 103.5, lat: 31.5 }, 3_000, 30);
  const [area, place] = inThePlane(
    cells,
    [
      { kind: 'perimeter', id: 'area', time: new Date(AT + 90 * MINUTE_MS), ring: corners.map(({ lng, lat }) => [lng, lat]) },
      ...observedPlaces([alarm('a', 'camera', { minutes: 30 })]).map(({ observation }) => observation),
    ],
    new Date(AT),
  );
  expect(area).toMatchObject({
    kind: 'perimeter',
    atMinutes: 90,
    rings: [[{ east: expect.closeTo(0, 6) }, { east: expect.closeTo(950, -1) }, {}]],
  });
  expect(place).toMatchObject({ kind: 'burning', atMinutes: 30, ellipse: { azimuthDegrees: 90 } });
});
