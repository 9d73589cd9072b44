// Builders of whole values for tests: everything has a default, a test names only what it is about.
import { randomUUID } from 'node:crypto';
import type { GridNo, PlacedObservation, SatelliteFacts } from '@lookout/domain';
import type { NewAccount } from '../repositories/accounts.ts';
import type { AuditEntry } from '../repositories/audit.ts';

export const WENCHUAN = '513221' as GridNo;
export const LIXIAN = '513222' as GridNo;
export const ABA = '513200' as GridNo;
export const SICHUAN = '510000' as GridNo;
export const WEIHUI = '410781' as GridNo;

export const satelliteFacts = (overrides: Partial<SatelliteFacts> = {}): SatelliteFacts => ({
  kind: 'satellite',
  fireNo: `N-${randomUUID()}`,
  satellite: 'N',
  instrument: 'VIIRS',
  version: '2.0NRT',
  confidence: 'nominal',
  credibility: 60,
  brightnessKelvin: 330.1,
  brightness2Kelvin: 290.4,
  frpMegawatts: 5.2,
  scanKilometres: 0.4,
  trackKilometres: 0.4,
  dayNight: 'day',
  areaHectares: null,
  observationFrequency: null,
  pixelAreaHectares: 16,
  pixelNumber: 1,
  woodland: null,
  grassland: null,
  farmland: null,
  otherland: null,
  strength: null,
  strengthLevel: null,
  infraredImage: null,
  visibleImage: null,
  ...overrides,
});

export const anObservation = (overrides: Partial<PlacedObservation> = {}): PlacedObservation => ({
  findType: 'satellite',
  position: { lng: 103.59, lat: 31.477 },
  observedAt: new Date('2026-11-21T05:30:00Z'),
  address: null,
  dedupeKey: null,
  gridNo: WENCHUAN,
  gridBasis: 'boundary',
  formattedAddress: '四川省阿坝藏族羌族自治州汶川县，威州镇东 3.1 公里',
  facts: satelliteFacts(),
  ...overrides,
});

export const anAccount = (overrides: Partial<NewAccount> = {}): NewAccount => ({
  id: randomUUID(),
  userName: `user-${randomUUID()}`,
  passwordHash: 'scrypt$…',
  fullName: '汶川县值班员',
  headUrl: null,
  phone: null,
  gridNo: WENCHUAN,
  groupId: '001003001001',
  deviceId: null,
  topic: null,
  enabled: true,
  demo: false,
  rights: ['bpMonitor'],
  grids: [],
  ...overrides,
});

export const anAuditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  accountId: null,
  userName: 'wenchuan',
  address: '127.0.0.1',
  act: 'judge',
  targetKind: 'alarm',
  targetId: randomUUID(),
  gridNo: WENCHUAN,
  outcome: 'ok',
  detail: { verdict: 'real' },
  ...overrides,
});
