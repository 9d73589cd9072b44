import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { addressList, clientAddresses } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

it('an address is the one that connects, whatever it says of itself', () => {
  const { of } = clientAddresses([]);
  expect(of(from('::ffff:10.0.0.7', '1.2.3.4'))).toBe('10.0.0.7');
});

it('behind trusted proxies it is the last that is none of them', () => {
  const { of } = clientAddresses(['127.0.0.1', '10.0.0.0/8']);
  expect(of(from('127.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9'))).toBe('1.2.3.4');
  expect(of(from('8.8.8.8', '1.2.3.4'))).toBe('8.8.8.8');
  expect(of(from('127.0.0.1', 'nonsense'))).toBe('127.0.0.1');
  expect(of(from('::1', '1.2.3.4'))).toBe('::1');
});

it('a list is of addresses and networks', () => {
  expect(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'].map((entry) => addressList([entry]) === null)).toEqual([false, false, false, false]);
  expect(['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '1.2.3'].map((entry) => addressList([entry]))).toEqual([null, null, null, null]);
});
