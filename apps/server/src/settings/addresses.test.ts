import { describe, expect, it } from 'vitest';
import { addressesOf, loopbackOf } from './addresses.ts';

const face = (address: string, family: 'IPv4' | 'IPv6', internal = false) => ({ address, family, internal }) as never;
const interfaces = {
  eth0: [face('192.168.1.5', 'IPv4'), face('fe80::1', 'IPv6'), face('2001:db8::5', 'IPv6')],
  lo: [face('127.0.0.1', 'IPv4', true), face('::1', 'IPv6', true)],
};

describe('the addresses of a server', () => {
  it('are the configured one, or all of the machine, the loopback address first', () => {
    expect(addressesOf('http', '127.0.0.1', 8080, interfaces)).toEqual(['http://127.0.0.1:8080/']);
    expect(addressesOf('https', '0.0.0.0', 8443, interfaces)).toEqual(['https://127.0.0.1:8443/', 'https://192.168.1.5:8443/']);
    expect(addressesOf('http', '::', 80, interfaces)).toEqual([
      'http://127.0.0.1:80/',
      'http://[::1]:80/',
      'http://192.168.1.5:80/',
      'http://[2001:db8::5]:80/',
    ]);
  });

  it('for a local process use the loopback interface where possible', () => {
    expect(loopbackOf('http', '0.0.0.0', 8080)).toBe('http://127.0.0.1:8080');
    expect(loopbackOf('http', '::', 8080)).toBe('http://[::1]:8080');
    expect(loopbackOf('http', '192.168.1.5', 8080)).toBe('http://192.168.1.5:8080');
  });
});
