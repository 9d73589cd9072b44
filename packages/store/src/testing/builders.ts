// Builders of test values: every field has a default, so a test sets only the fields that matter to it.
import { randomUUID } from 'node:crypto';
import type { ChangesOf, DomainEvent, EventPayloads, GridNo, Officer, Origin } from '@lookout/domain';
import type { NewAccount } from '@lookout/features/admin/accounts.store.ts';
import { type LocatedObservation, NO_SATELLITE_EXTRAS, type ReportFacts, type SatelliteFacts } from '@lookout/features/alarm/alarm.ts';
import type { Task, TaskFile, TaskMember } from '@lookout/features/task/task.ts';
import type { AuditEntry } from '../repositories/audit.ts';

export const WENCHUAN = '513221' as GridNo;
export const LIXIAN = '513222' as GridNo;
export const ABA = '513200' as GridNo;
export const SICHUAN = '510000' as GridNo;
export const WEIHUI = '410781' as GridNo;

export const satelliteFacts = (overrides: Partial<SatelliteFacts> = {}): SatelliteFacts => ({
  ...NO_SATELLITE_EXTRAS,
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
  pixelAreaHectares: 16,
  pixelNumber: 1,
  ...overrides,
});

export const anObservation = (overrides: Partial<LocatedObservation> = {}): LocatedObservation => ({
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
  rights: ['watch-alarms'],
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

/** Origin of a feed. */
export const ORIGIN: Origin = { actor: { kind: 'feed', name: 'firms' }, requestId: null };

export const anOfficer = (overrides: Partial<Officer> = {}): Officer => ({
  kind: 'officer',
  accountId: randomUUID(),
  userName: 'wenchuan',
  fullName: '汶川县值班员',
  post: '汶川县森防办',
  gridNo: WENCHUAN,
  desk: '127.0.0.1 · Firefox · Linux',
  ...overrides,
});

type EventOverrides = Partial<Omit<DomainEvent, 'kind' | 'payload'>>;
type EventChange = ChangesOf<EventPayloads>;

/** A kind is given together with its payload. */
export const anEvent = (overrides: EventOverrides & (EventChange | { kind?: never; payload?: never }) = {}): DomainEvent =>
  ({
    id: randomUUID(),
    kind: 'alarm.acknowledged',
    objectId: randomUUID(),
    gridNo: WENCHUAN,
    leftGridNo: null,
    happenedAt: new Date('2026-11-21T07:59:00Z'),
    recordedAt: new Date('2026-11-21T08:00:00Z'),
    actor: anOfficer(),
    requestId: randomUUID(),
    payload: {},
    ...overrides,
    // The kind and the payload belong together, which a spread of unions cannot express.
  }) as DomainEvent;

export const reportFacts = (overrides: Partial<ReportFacts> = {}): ReportFacts => ({
  kind: 'report',
  altitudeMetres: null,
  accuracyMetres: null,
  pointing: null,
  description: '有烟',
  comment: null,
  reporterId: null,
  reporterName: null,
  reporterPhone: null,
  pictures: [],
  ...overrides,
});

const DISPATCHED = new Date('2026-11-21T04:00:00Z');

export const aMember = (fullName: string, overrides: Partial<TaskMember> = {}): TaskMember => ({
  userId: randomUUID(),
  fullName,
  gridNo: WENCHUAN,
  state: 'sent',
  stateAt: DISPATCHED,
  ...overrides,
});

/** A task as dispatched at `createdAt`: every member is still `sent`. */
export function aTaskFile(overrides: Partial<Task> = {}): TaskFile {
  const createdAt = overrides.createdAt ?? DISPATCHED;
  const id = overrides.id ?? randomUUID();
  const members = (overrides.members ?? [aMember('护林员甲'), aMember('护林员乙')]).map((member) => ({ ...member, stateAt: createdAt }));
  const task: Task = {
    content: '核查火点',
    startsAt: createdAt,
    endsAt: new Date(createdAt.getTime() + 4 * 3_600_000),
    priority: 2,
    type: 'satellite',
    position: { lng: 103.59, lat: 31.48 },
    gridNo: WENCHUAN,
    address: '四川省阿坝藏族羌族自治州汶川县',
    fireId: null,
    fireKind: null,
    operatorId: randomUUID(),
    operatorName: '汶川县值班员',
    photos: [],
    peopleCount: 2,
    vehicleCount: 1,
    equipmentCount: 0,
    reserve: null,
    cancelledAt: null,
    cancelReason: null,
    ...overrides,
    id,
    createdAt,
    members,
  };
  const steps = members.map(({ userId, fullName }) => ({
    id: randomUUID(),
    taskId: id,
    userId,
    fullName,
    state: 'sent' as const,
    at: createdAt,
    text: null,
    photos: [],
    position: null,
  }));
  return { task, steps };
}
