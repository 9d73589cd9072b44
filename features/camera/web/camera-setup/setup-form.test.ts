import { readTime } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { isInSector } from '../../camera.ts';
import { fieldName, losesPassword, NEW_SECTOR, nextStop, rosePoint, sectorPath, setupBody, setupFields, spanOf } from './setup-form.ts';

const mask = { name: '烟囱', fromHorizontal: 350, toHorizontal: 10, fromVertical: -20, toVertical: 5, endsAt: null };
const setup = {
  cameraId: 'c',
  name: '枪机',
  controlUrl: 'http://10.0.0.1/onvif/device_service',
  streamUrl: null,
  subStreamUrl: null,
  channelCode: '2',
  userName: 'admin',
  isBasicAllowed: false,
  hasPassword: true,
  northCorrectionDegrees: 2.5,
  towerHeightMetres: 30,
  widestFieldDegrees: 60,
  narrowestFieldDegrees: 2,
  masks: [mask],
  ranges: [],
  tour: [{ preset: 3, seconds: 20 }],
};

describe('the form of a camera', () => {
  it('is converted to the form and back; an unchanged password is not sent', () => {
    const { name: _, hasPassword: __, ...rest } = setup;
    expect(setupBody('c', setupFields(setup))).toEqual({ ...rest, password: null });
  });

  it('the end of a mask becomes the picker’s time and is converted back unchanged', () => {
    const ending = { ...setup, masks: [{ ...mask, endsAt: readTime('2026-12-31 23:59:00') }] };
    expect(setupBody('c', setupFields(ending)).masks).toEqual(ending.masks);
  });

  it('angles are rounded for display', () => {
    const { widestFieldDegrees, northCorrectionDegrees } = setupFields({
      ...setup,
      widestFieldDegrees: 59.99999999999999,
      northCorrectionDegrees: 2.123456,
    });
    expect([widestFieldDegrees, northCorrectionDegrees]).toEqual([60, 2.1235]);
  });

  it('a typed password is sent unchanged, and emptied addresses are sent as null', () => {
    const body = setupBody('c', { ...setupFields(setup), password: ' geheim ', controlUrl: '  ', towerHeightMetres: null });
    expect(body).toMatchObject({ password: ' geheim ', controlUrl: null, towerHeightMetres: null });
  });

  it('warns that another address or user clears the stored password, unless a new one is typed', () => {
    const fields = setupFields(setup);
    expect(losesPassword(setup, fields)).toBe(false);
    expect(losesPassword(setup, { ...fields, controlUrl: ' http://10.0.0.1/other ' })).toBe(false);
    expect(losesPassword(setup, { ...fields, controlUrl: 'http://10.0.0.2/' })).toBe(true);
    expect(losesPassword(setup, { ...fields, userName: 'root' })).toBe(true);
    expect(losesPassword(setup, { ...fields, userName: 'root', password: 'new' })).toBe(false);
    expect(losesPassword({ ...setup, hasPassword: false }, { ...fields, userName: 'root' })).toBe(false);
  });

  it('only the contract’s fields of a sector are sent, its name trimmed', () => {
    const body = setupBody('c', {
      ...setupFields(setup),
      masks: [
        { ...mask, name: ' 烟囱 ' },
        { ...NEW_SECTOR, name: '公路' },
      ],
    });
    expect(body.masks).toEqual([mask, { ...NEW_SECTOR, name: '公路', endsAt: null }]);
  });

  it('the next stop is the first preset not in the tour yet, with the same dwell time', () => {
    expect(nextStop([], [])).toEqual({ preset: 1, seconds: 30 });
    expect(nextStop([{ preset: 2, seconds: 45 }], [2, 5, 7])).toEqual({ preset: 5, seconds: 45 });
    expect(nextStop([{ preset: 2, seconds: 45 }], [2])).toEqual({ preset: 2, seconds: 45 });
  });

  it('a fault in a list is assigned to its field', () => {
    expect(fieldName('masks.2.fromHorizontal')).toEqual(['masks', 2, 'fromHorizontal']);
    expect(fieldName('controlUrl')).toEqual(['controlUrl']);
  });
});

const span = (fromHorizontal: number, toHorizontal: number) => ({ fromHorizontal, toHorizontal });

describe('angles on the rose', () => {
  it('are counted clockwise from the top', () => {
    const at = (degrees: number) => Object.values(rosePoint(degrees, 10)).map((value) => Math.round(value) + 0);
    expect([0, 90, 180, 270, -90, 360].map(at)).toEqual([
      [0, -10],
      [10, 0],
      [0, 10],
      [-10, 0],
      [-10, 0],
      [0, -10],
    ]);
  });

  it('a sector spans clockwise, also across north; equal from and to angles mean the whole circle', () => {
    expect([span(0, 90), span(350, 10), span(10, 350), span(-10, 10), span(40, 40), span(0, 360)].map(spanOf)).toEqual([
      90, 20, 340, 20, 360, 360,
    ]);
  });

  it('the drawn sector covers the same angles as the mask itself', () => {
    for (const sector of [span(350, 10), span(-30, 30), span(200, 100), span(0, 360)]) {
      for (let degrees = 0; degrees < 360; degrees += 5) {
        const isDrawn = (((degrees - sector.fromHorizontal) % 360) + 360) % 360 <= spanOf(sector);
        const whole = { ...sector, name: '', fromVertical: -90, toVertical: 90 };
        expect(isDrawn, `${degrees} in ${sector.fromHorizontal}…${sector.toHorizontal}`).toBe(
          isInSector(whole, { horizontal: degrees, vertical: 0 }),
        );
      }
    }
  });

  it('a quarter is a small arc, three quarters a large one, and the whole ring consists of two halves', () => {
    expect(sectorPath(span(0, 90), 2, 10)).toBe('M 0 -10 A 10 10 0 0 1 10 0 L 2 0 A 2 2 0 0 0 0 -2 Z');
    expect(sectorPath(span(0, 270), 2, 10)).toContain('A 10 10 0 1 1 -10 0');
    expect(sectorPath(span(0, 360), 2, 10).match(/A /g)).toHaveLength(4);
  });
});
