// Second looks with a camera of the demo on the network: it turns to the place of an alarm, takes pictures and goes back. An officer's hand
// comes first, and a grid that switches looks off keeps its cameras.

import { camerasThatSee, createSurface, demoRelief, destination, type LngLat } from '@lookout/geo';
import { type AlarmWorld, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { startTowersProcess, type TowersProcess } from '@lookout/server/testing/towers.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CameraDirection } from '../../camera/camera.ts';
import { contract } from '../../contract.ts';
import type { AlarmLook, SecondLook } from '../second-look.ts';
import { sightsOfPlace } from './candidates.ts';

const { camera: cameraCalls, secondLook: calls } = contract;
/** The same lenses as in packages/sim. */
const LENSES = {
  visible: { widestFieldOfView: 60, narrowestFieldOfView: 2.2 },
  thermal: { widestFieldOfView: 24, narrowestFieldOfView: 6.1 },
} as const;
/** Uncertainty of a report without an accuracy, and more. */
const WIDEST_METRES = 1_500;
/** Twenty keyframes of the demo's cameras take forty seconds. */
const LOOK = { timeout: 120_000, interval: 100 };

interface Linked {
  readonly monitorId: string;
  readonly cameraId: string;
  /** Places that this tower sees and the other does not, farther apart than alarms that share a look. */
  readonly places: readonly LngLat[];
  readonly hidden: LngLat;
}

let world: AlarmWorld;
let running: TowersProcess;
let one: Linked;
let other: Linked;
const surface = createSurface(demoRelief());

const lookAt = async (alarmId: string): Promise<AlarmLook> => (await world.call('guojia', calls.secondLookOfAlarm, { alarmId })).body.data;
const lookOf = (alarmId: string, test: (look: SecondLook) => boolean) =>
  vi.waitFor(async () => {
    const { look } = await lookAt(alarmId);
    expect(look && test(look), JSON.stringify(look)).toBe(true);
    return look as SecondLook;
  }, LOOK);
const direction = async ({ cameraId }: Linked): Promise<CameraDirection> =>
  (await world.call('guojia', cameraCalls.cameraPosition, { cameraId })).body.data;
const set = (isOn: boolean) => world.call('guojia', calls.saveSecondLookSetting, { isOn });
const judge = async (id: string) =>
  expect((await world.act('guojia', 'monitorJudge', { fireId: id, isReal: 0 })).body).toMatchObject({ code: 200 });

const sightOf = (index: number, place: LngLat) => {
  const tower = running.towers[index]?.tower;
  return tower && camerasThatSee(place, [tower], surface)[0]?.sightline;
};

/** Registers a tower with both channels. */
async function link(index: number): Promise<Linked> {
  const on = running.towers[index];
  if (on === undefined) throw new Error('no tower');
  const { tower, onvif, userName, password } = on;
  const made = await world.call('guojia', cameraCalls.createMonitoringPoint, {
    name: `${index + 1}号塔`,
    position: { lng: tower.lng, lat: tower.lat },
    towerHeight: tower.towerHeightMetres,
    cameras: (['visible', 'thermal'] as const).map((channel, n) => ({
      deviceId: `LOOK-${index}`,
      channelNum: n + 1,
      name: channel,
      cameraType: channel,
      manufacturer: 'onvif',
      northCorrection: tower.northCorrectionDegrees,
      link: { controlUrl: onvif, userName, password, channelCode: channel, ...LENSES[channel] },
    })),
  });
  expect(made.body).toMatchObject({ code: 200 });
  const monitorId: string = made.body.data.id;
  const { data } = (await world.call('guojia', cameraCalls.cameraList, { monitorId })).body;
  await world.server.store.cameraLinks.saveOnline(new Map(data.map(({ id }: { id: string }) => [id, true])));
  const around = Array.from({ length: 72 }, (_, n) => destination(tower, n * 5, 3_000 + 1_500 * (n % 3)));
  const isSeen = (by: number, position: LngLat) => {
    const seen = running.towers[by];
    return (
      seen !== undefined && sightsOfPlace({ position, radiusMetres: WIDEST_METRES }, [{ ...seen.tower, cameraId: '' }], surface).length > 0
    );
  };
  const isUnseenByOther = (place: LngLat) => !isSeen(1 - index, place);
  return {
    monitorId,
    cameraId: data.find(({ cameraType }: { cameraType: string }) => cameraType === 'visible').id,
    places: around.filter((place) => sightOf(index, place) !== undefined && isUnseenByOther(place)),
    hidden: Array.from({ length: 400 }, (_, n) => destination(tower, n * 7, 2_000 + 50 * n)).find(
      (place) => !isSeen(index, place) && isUnseenByOther(place),
    ) as LngLat,
  };
}

beforeAll(async () => {
  [running, world] = await Promise.all([startTowersProcess(2), openAlarmWorld()]);
  [one, other] = [await link(0), await link(1)];
  expect(Math.min(one.places.length, other.places.length)).toBeGreaterThan(2);
});
afterAll(async () => {
  await world?.stop();
  await running?.stop();
});

it('a grid decides: without its consent no camera turns, and the alarm says why', async () => {
  const before = await direction(one);
  const alarmId = await world.raise('satellite', one.places[0]);
  await vi.waitFor(async () => expect(await lookAt(alarmId)).toEqual({ look: null, why: 'off' }));
  expect((await world.call('wenchuan', calls.secondLookSetting, {})).body.data).toMatchObject({ isOn: false, fromGridName: null });
  expect(await direction(one)).toMatchObject({ horizontalDegrees: before.horizontalDegrees });
  expect((await set(true)).body.data).toMatchObject({ isOn: true, fromGridName: '全国' });
});

it('a satellite’s alarm turns the camera, which shows the place, judges it and goes back', { timeout: LOOK.timeout }, async () => {
  const before = await direction(one);
  const place = one.places[1] as LngLat;
  const alarmId = await world.raise('satellite', place);
  const pictured = await lookOf(alarmId, ({ views }) => views[0]?.pictureId != null);
  expect(pictured).toMatchObject({ state: 'looking', alarmIds: [alarmId], views: [{ cameraId: one.cameraId, cameraName: '1号塔' }] });

  // The place lies in the middle third of the picture, and its uncertainty fills it.
  const sight = sightOf(0, place);
  const at = await direction(one);
  const tangent = (degrees: number) => Math.tan((degrees * Math.PI) / 180);
  const halfWidth = tangent((at.fieldOfViewDegrees ?? 0) / 2);
  expect(Math.abs(tangent((sight?.azimuthDegrees ?? 0) - at.azimuthDegrees) / halfWidth)).toBeLessThan(1 / 3);
  expect(Math.abs((tangent((sight?.tiltDegrees ?? 0) - at.verticalDegrees) * at.aspect) / halfWidth)).toBeLessThan(1 / 3);
  expect(pictured.radiusMetres / (sight?.distanceMetres ?? 1) / halfWidth).toBeCloseTo(1 / 3, 1);

  // A second alarm beside it shares the look, and one elsewhere waits until the minute of its camera is over.
  const beside = await world.raise('report', destination(place, 90, 200));
  await lookOf(beside, ({ id }) => id === pictured.id);
  const elsewhere = await world.raise('report', one.places[2]);
  await lookOf(elsewhere, ({ state, reason }) => state === 'waiting' && reason === 'resting');

  const done = await lookOf(alarmId, ({ state }) => state === 'done');
  // The simulated picture's noise may stand out, which is unclear. It is never smoke.
  expect(done).toMatchObject({ verdict: expect.stringMatching(/^(nothing|unclear)$/), views: [{ frames: 20, heat: { isHot: false } }] });
  for (const id of [alarmId, beside])
    expect((await world.linesOf(id)).at(-1)).toMatchObject({
      act: 'second-looked',
      detail: { lookId: done.id, result: done.verdict, isHot: false, cameras: ['1号塔'] },
    });
  const photo = await world.server.call('GET', `/files/${done.views[0]?.pictureId}`, { token: world.tokens.guojia });
  expect(photo.status).toBe(200);
  await vi.waitFor(async () => {
    const back = await direction(one);
    expect(back.horizontalDegrees).toBeCloseTo(before.horizontalDegrees, 0);
    expect(back.zoom).toBeCloseTo(before.zoom, 1);
  }, LOOK);
  expect(await world.auditOf(one.cameraId)).toContainEqual(expect.objectContaining({ act: 'second-look-turn' }));

  // An alarm that is judged meanwhile needs no look.
  await judge(elsewhere);
  expect(await lookOf(elsewhere, ({ state }) => state === 'done')).toMatchObject({ verdict: null, reason: 'alarm-over' });
});

it('an officer who takes the camera wins at once, and a look takes no lock', { timeout: LOOK.timeout }, async () => {
  const alarmId = await world.raise('satellite', other.places[0]);
  await lookOf(alarmId, ({ views }) => views[0]?.pictureId != null);
  const { cameraId, monitorId } = other;
  const operator = async () => (await world.call('guojia', cameraCalls.operatorNow, { cameraId })).body.data;
  expect(await operator()).toMatchObject({ holder: null });
  expect((await world.call('guojia', cameraCalls.turnTo, { monitorId, horizonAngle: 10, verticalAngle: -3 })).body).toMatchObject({
    code: 200,
  });
  expect(await lookOf(alarmId, ({ state }) => state === 'done')).toMatchObject({ verdict: 'unclear', reason: 'taken' });
  await vi.waitFor(async () => expect((await direction(other)).horizontalDegrees).toBeCloseTo(10, 0), LOOK);

  const next = await world.raise('satellite', other.places[1]);
  await lookOf(next, ({ state, reason }) => state === 'waiting' && reason !== null);
  expect(await operator()).toMatchObject({ isMine: true });
  await judge(next);
});

it('a place that no camera sees says so, and a camera that is left out does not turn', async () => {
  expect(await lookOf(await world.raise('report', one.hidden), ({ state }) => state === 'done')).toMatchObject({
    verdict: null,
    reason: 'unseen',
    views: [],
  });
  const { data } = (await world.call('guojia', cameraCalls.cameraList, { monitorId: one.monitorId })).body;
  for (const { id } of data) await world.call('guojia', calls.saveSecondLookCamera, { cameraId: id, isOn: false });
  const alarmId = await world.raise('report', one.places.at(-1));
  expect(await lookOf(alarmId, ({ state }) => state === 'done')).toMatchObject({ verdict: null, reason: 'off' });
});
