import { expect, it } from 'vitest';
import { isMapEmbedToken, mapEmbedState, mapEmbedToken } from './map-embed.ts';

const NOW = new Date('2026-11-24T08:00:00Z');
const LATER = new Date('2026-11-25T08:00:00Z');

it('a token becomes invalid exactly at its expiry; one without an expiry when it is revoked', () => {
  expect(mapEmbedState({ revokedAt: null, expiresAt: LATER }, NOW)).toBe('valid');
  expect(mapEmbedState({ revokedAt: null, expiresAt: NOW }, NOW)).toBe('expired');
  expect(mapEmbedState({ revokedAt: null, expiresAt: null }, LATER)).toBe('valid');
});

it('a revoked token is reported as revoked, also after its expiry', () => {
  expect(mapEmbedState({ revokedAt: NOW, expiresAt: LATER }, NOW)).toBe('revoked');
  expect(mapEmbedState({ revokedAt: NOW, expiresAt: NOW }, LATER)).toBe('revoked');
});

it('a map token cannot be mistaken for a session token, nor the reverse', () => {
  expect(isMapEmbedToken(mapEmbedToken('a'.repeat(43)))).toBe(true);
  for (const text of ['', 'a'.repeat(43), `map_${'a'.repeat(42)}`, `map_${'a'.repeat(43)}!`]) expect(isMapEmbedToken(text)).toBe(false);
});
