// Which facts of an alarm an officer may correct (specification §7: "full record"), with the limits of the interface.

import type { Alarm, AlarmKind } from '../../alarm.ts';
import type { AlarmTerms } from '../messages.ts';
import type { AlarmRequestOf } from './alarm-requests.ts';

type Value = string | number | null;

interface FieldName {
  /** The fact's name, or `address`. */
  readonly fact: string;
  readonly label: keyof AlarmTerms['fields'];
}
export type EditField = FieldName &
  ({ readonly kind: 'text'; readonly most: number } | { readonly kind: 'number'; readonly from: number; readonly to: number });

const text = (fact: string & FieldName['label'], most: number): EditField => ({ fact, label: fact, kind: 'text', most });
const number = (fact: string, label: FieldName['label'], from: number, to: number): EditField => ({
  fact,
  label,
  kind: 'number',
  from,
  to,
});
const share = (fact: string & FieldName['label']): EditField => number(fact, fact, 0, 100);

const FIELDS: { readonly [K in AlarmKind]?: readonly EditField[] } = {
  satellite: [
    text('address', 200),
    number('areaHectares', 'area', 0, 10_000_000),
    ...(['woodland', 'grassland', 'farmland', 'otherland'] as const).map(share),
    number('strength', 'strength', -1e9, 1e9),
    number('strengthLevel', 'strengthLevel', 0, 100),
    number('observationFrequency', 'observationFrequency', 0, 10_000),
  ],
  camera: [text('address', 200), text('alarmType', 64), number('maxHeat', 'maxHeat', -273, 5_000), text('handleOpinions', 200)],
  report: [text('address', 200), text('description', 500), text('comment', 500)],
};

export const editFieldsOf = (kind: AlarmKind): readonly EditField[] => FIELDS[kind] ?? [];

/** The initial values of the form. */
export function editableValues(alarm: Alarm): Readonly<Record<string, Value>> {
  const facts = alarm.facts as unknown as Readonly<Record<string, Value>>;
  return Object.fromEntries(
    editFieldsOf(alarm.facts.kind).map(({ fact }) => [fact, (fact === 'address' ? alarm.address : facts[fact]) ?? null]),
  );
}

const cleaned = (value: Value | undefined): Value => (typeof value === 'string' ? value.trim() || null : (value ?? null));

/** The fields whose value differs from before. An emptied field is null. */
export const changedFacts = (
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value | undefined>>,
): AlarmRequestOf<'edit'>['facts'] =>
  Object.fromEntries(
    Object.entries(after).flatMap(([fact, value]) => (cleaned(value) === cleaned(before[fact]) ? [] : [[fact, cleaned(value)]])),
  );
