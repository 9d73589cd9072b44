import { DAY_MS, MINUTE_MS } from '@lookout/domain';
import { createSurface, demoRelief, distanceMetres, locate } from '@lookout/geo';
import { describe, expect, test } from 'vitest';
import { createWorldClock } from '../clock.ts';
import type { Fire } from '../fires/fire.ts';
import { createOutbreaks, hourOf } from '../fires/outbreaks.ts';
import { demoGround } from '../testing/demo-ground.ts';
import { createTowerCamera } from '../towers/camera.ts';
import { jpegOf } from '../towers/encoder.ts';
import { zoomFor } from '../towers/optics.ts';
import { cameraAlarmsOf, SEEING_DELAY_MINUTES, towersSeeing } from './alarm.ts';
import { pictureBefore, pictureOf } from './picture.ts';
import { CHANNELS, towersOn } from './towers.ts';

const surface = demoGround;
const towers = towersOn(surface);
const START = Date.parse('2026-11-21T00:00:00+08:00');
const outbreaks = createOutbreaks({ seed: 1, surface, scale: 1 });
const hours = Array.from({ length: 48 }, (_, n) => hourOf(START) + n);
const fires = hours.flatMap((hour) => outbreaks.inHour(hour));
const alarms = fires.flatMap((fire) => cameraAlarmsOf(1, fire, towers, surface));

describe('towers', () => {
  test('There are twenty towers in Aba and at least one on every other stage, with two channels each, high above their settlements', () => {
    const count = (stage: string) => towers.filter((tower) => tower.stage === stage).length;
    expect(count('aba')).toBe(20);
    for (const stage of ['weihui', 'heilongjiang', 'qujing']) expect(count(stage)).toBeGreaterThanOrEqual(1);
    expect(CHANNELS).toEqual(['visible', 'thermal']);
    expect(new Set(towers.map(({ code }) => code)).size).toBe(towers.length);
    expect(towers.every(({ name, leaderPhone }) => name.startsWith('演示') && leaderPhone.startsWith('000-'))).toBe(true);
    const north = towers.map(({ northCorrectionDegrees }) => northCorrectionDegrees);
    expect(new Set(north).size).toBeGreaterThan(10);
  });

  test('The towers are the same on every machine', () => {
    expect(towersOn(createSurface(demoRelief()))).toEqual(towers);
  });
});

describe('camera alarms', () => {
  test('the angles of every alarm lead the product’s ray to its fire', () => {
    expect(alarms.length).toBeGreaterThan(20);
    for (const { tower, fire, horizonAngle, verticalAngle } of alarms) {
      const { lng, lat, towerHeightMetres, northCorrectionDegrees } = tower;
      const hit = locate(
        { lng, lat, towerHeightMetres, azimuthDegrees: horizonAngle + northCorrectionDegrees, tiltDegrees: verticalAngle },
        surface,
      );
      const metres = distanceMetres(tower, fire.position);
      expect(metres).toBeLessThanOrEqual(tower.rangeMetres);
      expect(hit).not.toBeNull();
    }
    const beside = alarms.map(({ tower, fire, horizonAngle, verticalAngle }) => {
      const azimuthDegrees = horizonAngle + tower.northCorrectionDegrees;
      const hit = locate({ ...tower, azimuthDegrees, tiltDegrees: verticalAngle }, surface);
      return hit === null ? Number.POSITIVE_INFINITY : distanceMetres(hit, fire.position);
    });
    expect(beside.toSorted((a, b) => a - b)[Math.floor(beside.length / 2)]).toBeLessThan(150);
  });

  test('a fire behind a mountain raises no alarm', () => {
    const [first] = alarms;
    if (!first) throw new Error('no alarm');
    const { tower, fire } = first;
    const middle = { lng: (tower.lng + fire.position.lng) / 2, lat: (tower.lat + fire.position.lat) / 2 };
    const wall = demoRelief();
    const hidden = createSurface({
      maxLevel: wall.maxLevel,
      post: (i, j) => {
        const cell = surface.cellDegrees;
        const place = { lng: i * cell - 180, lat: 90 - j * cell };
        return distanceMetres(place, middle) < 700 ? 5_800 : wall.post(i, j);
      },
    });
    expect(towersSeeing(surface, [tower], fire)).toHaveLength(1);
    expect(towersSeeing(hidden, [tower], fire)).toEqual([]);
  });

  test('There is about one alarm an hour, some of them repeated chimney alarms, some farm fires', () => {
    expect(alarms.length / 2).toBeGreaterThan(12);
    expect(alarms.length / 2).toBeLessThan(40);
    const of = (kind: Fire['kind']) => alarms.filter(({ fire }) => fire.kind === kind);
    expect(of('farm').length).toBeGreaterThan(0);
    expect(of('chimney').length).toBeGreaterThan(1);
    expect(new Set(of('chimney').map(({ fire }) => fire.position.lng)).size).toBeLessThanOrEqual(2);
  });

  test('Alarms are raised after a delay and while the fire burns; only thermal alarms have a temperature', () => {
    for (const { fire, seenAtMs, channel, maxHeat } of alarms) {
      expect(seenAtMs).toBeLessThan(fire.endsAtMs);
      if (fire.kind !== 'chimney') expect((seenAtMs - fire.startsAtMs) / MINUTE_MS).toBeGreaterThanOrEqual(SEEING_DELAY_MINUTES.least);
      expect(maxHeat !== null).toBe(channel === 'thermal');
      if (maxHeat !== null) expect(maxHeat).toBeGreaterThan(90);
    }
    expect(new Set(alarms.map(({ id }) => id)).size).toBe(alarms.length);
  });

  test('The same seed gives the same alarms', () => {
    const again = createOutbreaks({ seed: 1, surface, scale: 1 });
    const fresh = hours.slice(0, 12).flatMap((hour) => again.inHour(hour));
    expect(fresh.flatMap((fire) => cameraAlarmsOf(1, fire, towers, surface))).toEqual(
      alarms.filter(({ fire }) => fresh.some(({ id }) => id === fire.id)),
    );
    expect(alarms.every(({ seenAtMs }) => seenAtMs < START + 4 * DAY_MS)).toBe(true);
  });
});

describe.each(CHANNELS)('the picture of an alarm on the %s channel', (channel) => {
  const alarm = alarms.find((one) => one.channel === channel);
  if (!alarm) throw new Error(`no ${channel} alarm`);
  const windAt = () => ({ windFromDegrees: 200, windMetresPerSecond: 3 });
  const world = { surface, burningAt: outbreaks.burningAt, windAt };

  test('The picture is a JPEG, the same every time, and differs without its fire', async () => {
    const picture = await pictureOf(alarm, world);
    expect([...picture.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(await pictureOf(alarm, world)).toEqual(picture);
    const others = (ms: number): Fire[] => outbreaks.burningAt(ms).filter(({ id }) => id !== alarm.fire.id);
    expect(await pictureOf(alarm, { ...world, burningAt: others })).not.toEqual(picture);
  });

  test('The previous picture shows the same view without the fire', async () => {
    const before = await pictureBefore(alarm, world);
    const isBurning = (ms: number): boolean => outbreaks.burningAt(ms).some(({ id }) => id === alarm.fire.id);
    expect([isBurning(alarm.fire.startsAtMs - MINUTE_MS), isBurning(alarm.seenAtMs)]).toEqual([false, true]);
    expect([...before.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(before).not.toEqual(await pictureOf(alarm, world));
  });

  test("The picture equals the tower's picture at that time and direction, with the alarm’s angles in the overlay", async () => {
    let nowMs = alarm.seenAtMs - 60_000;
    const camera = createTowerCamera({
      tower: alarm.tower,
      surface,
      fires: outbreaks.burningAt,
      windAt,
      clock: createWorldClock(() => nowMs, 1),
      wallClock: () => nowMs,
      onFault(error) {
        throw error;
      },
    });
    camera.head.goTo({
      pan: alarm.horizonAngle,
      tilt: alarm.verticalAngle,
      [channel]: zoomFor(channel, 14),
    });
    nowMs = alarm.seenAtMs;
    expect(Buffer.from(await pictureOf(alarm, world)).equals(await jpegOf(camera.shoot(channel).bytes))).toBe(true);
  });
});
