// Editing resources: the fields of each kind, how long an entry counts as current, and the events of an entry. Imports of whole tables are
// events of the register (`register.changed`); this file has the acts on single entries.

import { eventObject, ok, type Result, refuse } from '@lookout/domain';
import type { Resource, ResourceKind } from './resource.ts';

/** A field of one kind. `name` is the key in `attributes`, the column of a file and the label in Chinese. */
export interface ResourceField {
  readonly name: string;
  readonly en: string;
  /** `count`: a whole number of at least 0; `amount`: any number of at least 0. */
  readonly type: 'count' | 'amount' | 'text';
}

const count = (name: string, en: string): ResourceField => ({ name, en, type: 'count' });
const amount = (name: string, en: string): ResourceField => ({ name, en, type: 'amount' });
const text = (name: string, en: string): ResourceField => ({ name, en, type: 'text' });

const onDuty = count('值守人数', 'People on duty');
const hours = text('值守时间', 'Hours on duty');
const blowers = count('风力灭火机（台）', 'Blowers');

/** The fields of each kind. An entry may have other fields in addition (from imports); they are stored and shown unchanged. */
export const RESOURCE_FIELDS: Readonly<Record<ResourceKind, readonly ResourceField[]>> = {
  fireCommand: [count('席位数', 'Seats'), onDuty],
  cemetery: [count('墓数', 'Graves')],
  checkStation: [onDuty, hours],
  materialRepository: [
    blowers,
    count('水泵（台）', 'Pumps'),
    count('灭火拖把（把）', 'Swatters'),
    count('阻燃服（套）', 'Fire suits'),
    count('油锯（台）', 'Chain saws'),
  ],
  team: [count('人数', 'People'), count('车辆', 'Vehicles'), blowers, text('队伍类型', 'Type of crew')],
  watchTower: [amount('塔高（米）', 'Tower height (m)'), onDuty],
  waterSource: [text('水源类型', 'Type of water'), amount('可取水量（立方米）', 'Usable volume (m³)')],
  DangerSource: [text('危险源类型', 'Type of danger')],
  HelicopterPoint: [count('可停机数', 'Aircraft places'), text('场地', 'Surface')],
  uav: [amount('续航（分钟）', 'Endurance (min)'), amount('航程（公里）', 'Reach (km)')],
  inspectionPost: [onDuty, hours],
};

const MOST_AMOUNT = 1_000_000_000;

export type AttributeFault = 'attribute-not-number' | 'attribute-not-whole';

/**
 * Converts the attributes of one kind to numbers where its fields are numbers, because a file has them as text. Empty ones are left out.
 * @returns the attributes, or the name of the first invalid field
 */
export function readAttributes(
  kind: ResourceKind,
  given: Readonly<Record<string, string | number>>,
): Result<Readonly<Record<string, string | number>>, { readonly name: string; readonly fault: AttributeFault }> {
  const types = new Map(RESOURCE_FIELDS[kind].map(({ name, type }) => [name, type]));
  const read: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (String(value).trim() === '') continue;
    const type = types.get(name) ?? 'text';
    if (type === 'text') {
      read[name] = value;
      continue;
    }
    const number = Number(value);
    if (!Number.isFinite(number) || number < 0 || number > MOST_AMOUNT) return refuse({ name, fault: 'attribute-not-number' });
    if (type === 'count' && !Number.isInteger(number)) return refuse({ name, fault: 'attribute-not-whole' });
    read[name] = number;
  }
  return ok(read);
}

/** An entry that was neither changed nor confirmed for this long is stale. */
export const CONFIRMED_FOR_MS = 365 * 86_400_000;

export function isStale({ confirmedAt, changedAt }: Pick<RegisteredResource, 'confirmedAt' | 'changedAt'>, now: Date): boolean {
  const touched = Math.max(confirmedAt?.getTime() ?? 0, changedAt.getTime());
  return now.getTime() - touched > CONFIRMED_FOR_MS;
}

/** An entry with its editing history. */
export interface RegisteredResource extends Resource {
  /** Counts the changes, not the confirmations. */
  readonly version: number;
  /** When a user last confirmed that the entry is still correct; null: never. */
  readonly confirmedAt: Date | null;
  /** The user who last changed it; null: an import or a feed. */
  readonly changedBy: string | null;
  readonly changedAt: Date;
  /** Ids of uploads, at most three. */
  readonly photos: readonly string[];
}

export interface RemovedResource {
  readonly resource: Resource;
  readonly photos: readonly string[];
  readonly removedBy: string;
  readonly removedAt: Date;
  readonly reason: string;
}

export interface ResourcePayloads {
  /** The entry was created or changed: its new state. `photos` is absent in events older than this field. */
  'resource.saved': { readonly resource: Resource; readonly photos?: readonly string[] };
  'resource.removed': { readonly name: string; readonly reason: string };
  'resource.restored': { readonly resource: Resource };
  'resource.confirmed': { readonly name: string };
}

export const resourceObject = eventObject<ResourcePayloads, null>()({
  // Imports write resources without events for each.
  apply: null,
  keeping: {
    'resource.saved': 'never',
    'resource.removed': 'never',
    'resource.restored': 'never',
    'resource.confirmed': 'never',
  },
  summaries: {
    'resource.saved': ({ resource: { name } }) => ({ name }),
    'resource.restored': ({ resource: { name } }) => ({ name }),
  },
});
