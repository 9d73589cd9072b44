import { describe, expect, it } from 'vitest';
import { fieldName, NEW_SECTOR, nextStop, setupBody, setupFields } from './setup-form.ts';

const mask = { name: '烟囱', fromHorizontal: 350, toHorizontal: 10, fromVertical: -20, toVertical: 5 };
const setup = {
  ...{ cameraId: 'c', name: '枪机', controlUrl: 'http://10.0.0.1/onvif/device_service', streamUrl: null, subStreamUrl: null },
  ...{ userName: 'admin', hasPassword: true, northCorrection: 2.5, towerHeight: 30, widestFieldOfView: 60, narrowestFieldOfView: 2 },
  ...{ masks: [mask], ranges: [], tour: [{ preset: 3, seconds: 20 }] },
};

describe('the form of a camera', () => {
  it('goes from the wire to the form and back; an untouched password is left alone', () => {
    const { name: _, hasPassword: __, ...rest } = setup;
    expect(setupBody('c', setupFields(setup))).toEqual({ ...rest, password: null });
  });

  it('angles are shown as people write them', () => {
    const { widestFieldOfView, northCorrection } = setupFields({
      ...setup,
      widestFieldOfView: 59.99999999999999,
      northCorrection: 2.123456,
    });
    expect([widestFieldOfView, northCorrection]).toEqual([60, 2.1235]);
  });

  it('a typed password is sent as it is, emptied addresses are none', () => {
    const body = setupBody('c', { ...setupFields(setup), password: ' geheim ', controlUrl: '  ', towerHeight: null });
    expect(body).toMatchObject({ password: ' geheim ', controlUrl: null, towerHeight: null });
  });

  it('only what the contract has of a sector is sent, its name trimmed', () => {
    const body = setupBody('c', {
      ...setupFields(setup),
      masks: [
        { ...mask, name: ' 烟囱 ' },
        { ...NEW_SECTOR, name: '公路' },
      ],
    });
    expect(body.masks).toEqual([mask, { ...NEW_SECTOR, name: '公路' }]);
  });

  it('the next stop is the first preset not called at, as long a stay as before', () => {
    expect(nextStop([], [])).toEqual({ preset: 1, seconds: 30 });
    expect(nextStop([{ preset: 2, seconds: 45 }], [2, 5, 7])).toEqual({ preset: 5, seconds: 45 });
    expect(nextStop([{ preset: 2, seconds: 45 }], [2])).toEqual({ preset: 2, seconds: 45 });
  });

  it('a fault finds its field in a list', () => {
    expect(fieldName('masks.2.fromHorizontal')).toEqual(['masks', 2, 'fromHorizontal']);
    expect(fieldName('controlUrl')).toEqual(['controlUrl']);
  });
});
