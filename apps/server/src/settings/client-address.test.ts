import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressList, clientAddresses, forwardedAddress } from './client-address.ts';

const request = (remoteAddress: string, headers: Readonly<Record<string, string>>) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const from = (remoteAddress: string, forwarded?: string) =>
  request(remoteAddress, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded });

it('An address is that of the connection, whatever the request claims', () => {
  const { of } = clientAddresses([]);
  expect(of(from('::ffff:10.0.0.7', '1.2.3.4'))).toBe('10.0.0.7');
  expect(of(request('10.0.0.7', { forwarded: 'for=1.2.3.4' }))).toBe('10.0.0.7');
});

it('Behind trusted proxies it is the last address that is not a trusted proxy', () => {
  const { of } = clientAddresses(['127.0.0.1', '10.0.0.0/8']);
  expect(of(from('127.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9'))).toBe('1.2.3.4');
  expect(of(from('8.8.8.8', '1.2.3.4'))).toBe('8.8.8.8');
  expect(of(from('::1', '1.2.3.4'))).toBe('::1');
});

it('If a forwarded name is not an address, the call is attributed to the proxy that wrote it', () => {
  const { of } = clientAddresses(['127.0.0.1', '10.0.0.0/8']);
  for (const name of ['nonsense', 'unknown', '_hidden', '1.2.3', '1.2.3.4:x', '[1.2.3.4]', '[::1', '1.2.3.4:123456']) {
    expect(of(from('127.0.0.1', name))).toBe('127.0.0.1');
    expect(of(from('127.0.0.1', `5.5.5.5, ${name}, 10.0.0.9:81`))).toBe('10.0.0.9');
  }
});

it('A client has one spelling, with or without a port, embedded in IPv6 or not', () => {
  const spelt = [
    '1.2.3.4',
    '1.2.3.4:50001',
    ' 1.2.3.4:7 ',
    '::ffff:1.2.3.4',
    '::FFFF:102:304',
    '[::ffff:1.2.3.4]:443',
    '0:0:0:0:0:ffff:1.2.3.4',
  ];
  expect(new Set(spelt.map(forwardedAddress))).toEqual(new Set(['1.2.3.4']));
  const six = ['2001:db8::1', '2001:DB8:0:0::0001', '[2001:db8::1]', '[2001:db8::1]:4711', '2001:db8:0:0:0:0:0:1:4711', '2001:db8::1%eth0'];
  expect(new Set(six.map(forwardedAddress))).toEqual(new Set(['2001:db8::1']));
});

it('Forwarded (RFC 7239) is read like X-Forwarded-For, and where the two differ neither counts', () => {
  const { of, protocolOf } = clientAddresses(['127.0.0.1', '10.0.0.0/8']);
  const by = (headers: Readonly<Record<string, string>>) => of(request('127.0.0.1', headers));
  expect(by({ forwarded: 'for=6.6.6.6, For="[2001:db8::1]:4711";proto=https;by=_x , for=10.1.1.1' })).toBe('2001:db8::1');
  expect(by({ forwarded: 'for="1.2.3.4:80"; host="a;b,c"' })).toBe('1.2.3.4');
  expect(by({ forwarded: 'for=unknown' })).toBe('127.0.0.1');
  expect(by({ forwarded: 'for=1.2.3.4" nonsense' })).toBe('127.0.0.1');
  expect(by({ forwarded: 'for=1.2.3.4', 'x-forwarded-for': '1.2.3.4:99' })).toBe('1.2.3.4');
  expect(by({ forwarded: 'for=5.6.7.8', 'x-forwarded-for': '1.2.3.4' })).toBe('127.0.0.1');
  expect(protocolOf(request('127.0.0.1', { forwarded: 'for=1.2.3.4;proto=http, for=10.0.0.1;proto=HTTPS' }))).toBe('https');
  expect(protocolOf(request('8.8.8.8', { forwarded: 'proto=https' }))).toBeNull();
});

it('property: whatever ports and spellings proxies write, one client is one address, and no untrusted client can pose as another', () => {
  const { of } = clientAddresses(['127.0.0.1', '10.0.0.0/8']);
  const port = fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: null });
  const withPort = (address: string, n: number | null): string =>
    isIPv4(address) ? (n === null ? address : `${address}:${n}`) : n === null ? address : `[${address}]:${n}`;
  const client = fc.oneof(
    fc.ipV4().filter((one) => !one.startsWith('10.') && one !== '127.0.0.1'),
    fc.ipV6().filter((one) => !/^[0:]*(ffff:)?[\d.:]*$/i.test(one)),
  );
  const before = fc.array(fc.oneof(fc.ipV4(), fc.string(), fc.constant('unknown')), { maxLength: 3 });
  const run = fc.property(client, before, fc.array(port, { maxLength: 3 }), port, port, (address, spoofed, hops, one, other) => {
    const chain = (n: number | null) => [...spoofed, withPort(address, n), ...hops.map((p, i) => withPort(`10.0.0.${i + 1}`, p))];
    const named = (n: number | null) => of(from('::ffff:127.0.0.1', chain(n).join(', ')));
    expect(named(one)).toBe(named(other));
    expect(named(one)).toBe(forwardedAddress(address));
    const hop = (node: string): string => (/^[\w.]+$/.test(node) ? `for=${node}` : `for="${node.replace(/["\\]/g, '\\$&')}"`);
    expect(of(request('127.0.0.1', { forwarded: chain(one).map(hop).join(',') }))).toBe(named(one));
  });
  fc.assert(run, { numRuns: 60 });
});

it('A list accepts addresses and networks', () => {
  expect(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'].map((entry) => addressList([entry]) === null)).toEqual([false, false, false, false]);
  expect(['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '1.2.3'].map((entry) => addressList([entry]))).toEqual([null, null, null, null]);
});
