import { describe, expect, it } from 'vitest';
import { isAllowed, parseAllowList } from './allow-list.ts';

const list = parseAllowList(['10.0.0.0/8:554,8000-8100', '192.168.1.7', 'Camera.local:554', '[fd00::]/8:554', '127.0.0.1:9000']);

describe('allowed addresses of an upstream', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3', 554, true, 'inside the range, port named'],
    ['10.1.2.3', '10.1.2.3', 8050, true, 'inside a range of ports'],
    ['10.1.2.3', '10.1.2.3', 80, false, 'another port'],
    ['11.1.2.3', '11.1.2.3', 554, false, 'outside the range'],
    ['192.168.1.7', '192.168.1.7', 1, true, 'no port named: every port'],
    ['192.168.1.8', '192.168.1.8', 1, false, 'the neighbour'],
    ['camera.local', '203.0.113.5', 554, true, 'a name, wherever it is'],
    ['CAMERA.LOCAL', '203.0.113.5', 554, true, 'names know no case'],
    ['camera.local', '127.0.0.1', 554, false, 'a name that leads to this machine'],
    ['camera.local', '169.254.169.254', 554, false, 'a name that leads to the cloud’s metadata'],
    ['camera.local', '::1', 554, false, 'a name that leads to this machine by IPv6'],
    ['camera.local', '::ffff:127.0.0.1', 554, false, 'a name that leads to this machine, dressed up'],
    ['evil.example', '10.1.2.3', 554, true, 'another name of an allowed address is that address'],
    ['evil.example', '203.0.113.5', 554, false, 'another name'],
    ['xcamera.local', '203.0.113.5', 554, false, 'a name that only ends alike'],
    ['x', '::ffff:10.1.2.3', 554, true, 'IPv4 dressed as IPv6 is IPv4'],
    ['x', 'fd12::1', 554, true, 'IPv6 range'],
    ['x', 'fe80::1', 554, false, 'IPv6 outside'],
    ['localhost', '127.0.0.1', 9000, true, 'this machine where it is named'],
    ['localhost', '127.0.0.1', 5432, false, 'this machine’s database'],
    ['x', 'nonsense', 554, false, 'no address'],
  ])('%s at %s:%i → %s (%s)', (host, address, port, expected) => {
    expect(isAllowed(list, { host, address, port })).toBe(expected);
  });

  it('an empty list allows nothing', () => {
    expect(isAllowed(parseAllowList([]), { host: '10.0.0.1', address: '10.0.0.1', port: 554 })).toBe(false);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '300.1.1.1',
    '10.0.0.1:0',
    '10.0.0.1:70000',
    '10.0.0.1:9-3',
    'host/8',
    '[10.0.0.1]',
    'a b',
    'rtsp://10.0.0.1',
  ])('an invalid entry is refused as a whole: %s', (text) => {
    expect(() => parseAllowList([text])).toThrow(text);
  });
});
