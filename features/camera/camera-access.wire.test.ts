import { describe, expect, it } from 'vitest';
import { keepsPassword } from './camera-access.wire.ts';

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
    ['a host in another disguise', { controlUrl: 'http://10.0.0.2\\@10.0.0.1/onvif' }, false],
    ['another user', { userName: 'root' }, false],
    ['no user', { userName: null }, false],
  ])('is kept only for the same user and known addresses: %s changed', (_, change, expected) => {
    expect(keepsPassword(access, { ...access, ...change })).toBe(expected);
  });

  it('is not sent to an address added later if it was entered without one', () => {
    expect(keepsPassword({ ...access, controlUrl: null, streamUrl: null }, access)).toBe(false);
  });
});
