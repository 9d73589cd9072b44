import { getCiphers } from 'node:tls';
import { expect, it } from 'vitest';
import { TLS_RULES } from './tls-rules.ts';

it('TLS uses only suites with forward secrecy and authenticated encryption', () => {
  const known = new Set(getCiphers());
  for (const suite of TLS_RULES.ciphers.split(':')) {
    expect(known).toContain(suite.toLowerCase());
    expect(suite).toMatch(/^(TLS_|ECDHE-).*(GCM|CHACHA20)/);
  }
  expect(TLS_RULES.minVersion).toBe('TLSv1.2');
});
