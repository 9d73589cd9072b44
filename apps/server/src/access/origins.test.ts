import { describe, expect, it } from 'vitest';
import { ownPages } from './origins.ts';

const isOwn = ownPages({ allowedOrigins: ['https://duty.example'], isTrustedProxy: (address) => address === '10.0.0.1' });
const from = (headers: Record<string, string>, remoteAddress = '192.0.2.7') => isOwn({ headers, socket: { remoteAddress } as never });

describe('a page', () => {
  it.each([
    ['a program, which names no site', { host: 'lookout.example' }, true],
    ['a page of this host', { host: 'lookout.example', origin: 'https://lookout.example' }, true],
    ['a page of this host behind a proxy that drops the port', { host: 'lookout.example', origin: 'https://lookout.example:8443' }, true],
    ['a page of this host by its address', { host: '[::1]:8080', origin: 'http://[::1]:8080' }, true],
    ['a page of a site of the settings', { host: 'lookout.example', origin: 'https://duty.example' }, true],
    ['a page of another site', { host: 'lookout.example', origin: 'https://evil.example' }, false],
    ['a page of a site that begins like this one', { host: 'lookout.example', origin: 'https://lookout.example.evil.example' }, false],
    ['a page that hides its site', { host: 'lookout.example', origin: 'null' }, false],
    ['a page that claims to come by a proxy', { host: 'a', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }, false],
  ])('%s', (_name, headers, passes) => {
    expect(from(headers as Record<string, string>)).toBe(passes);
  });

  it('A page behind a trusted proxy belongs to the host that the proxy was called by', () => {
    expect(from({ host: 'inner', 'x-forwarded-host': 'lookout.example', origin: 'https://lookout.example' }, '10.0.0.1')).toBe(true);
  });
});
