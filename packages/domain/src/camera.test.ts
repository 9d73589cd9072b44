import { describe, expect, it } from 'vitest';
import { isInSector, keepsPassword } from './camera.ts';

const sector = { name: '烟囱', fromHorizontal: 350, toHorizontal: 10, fromVertical: 2, toVertical: -6 };

it.each([
  [{ horizontal: 0, vertical: 0 }, true],
  [{ horizontal: 350, vertical: -6 }, true],
  [{ horizontal: 370, vertical: 2 }, true],
  [{ horizontal: 11, vertical: 0 }, false],
  [{ horizontal: 349, vertical: 0 }, false],
  [{ horizontal: 0, vertical: 2.1 }, false],
  [{ horizontal: -5, vertical: 0 }, true],
])('%o lies in a sector over north: %s', (angles, isIn) => {
  expect(isInSector(sector, angles)).toBe(isIn);
});

it('from and to the same is the whole circle', () => {
  expect(isInSector({ ...sector, fromHorizontal: 90, toHorizontal: 90 }, { horizontal: 200, vertical: 0 })).toBe(true);
});

describe('a stored password', () => {
  const access = {
    controlUrl: 'http://10.0.0.1/onvif/device_service',
    streamUrl: 'rtsp://10.0.0.1/main',
    subStreamUrl: null,
    userName: 'admin',
  };
  it.each([
    ['nothing', {}, true],
    ['a path', { controlUrl: 'http://10.0.0.1:80/onvif/other' }, true],
    ['a second stream of the same end', { subStreamUrl: 'rtsp://10.0.0.1:554/sub' }, true],
    ['no address any more', { controlUrl: null, streamUrl: null }, true],
    ['another host', { controlUrl: 'http://10.0.0.2/onvif/device_service' }, false],
    ['another port', { controlUrl: 'http://10.0.0.1:8080/onvif/device_service' }, false],
    ['another protocol', { controlUrl: 'https://10.0.0.1/onvif/device_service' }, false],
    ['another host of the stream alone', { streamUrl: 'rtsp://10.0.0.9/main' }, false],
    ['a host in disguise', { controlUrl: 'http://10.0.0.1@10.0.0.2/onvif' }, false],
    ['another user', { userName: 'root' }, false],
    ['no user', { userName: null }, false],
  ])('with %s changed', (_, change, expected) => {
    expect(keepsPassword(access, { ...access, ...change })).toBe(expected);
  });

  it('that was entered without an address goes to none that comes later', () => {
    expect(keepsPassword({ ...access, controlUrl: null, streamUrl: null }, access)).toBe(false);
  });
});
