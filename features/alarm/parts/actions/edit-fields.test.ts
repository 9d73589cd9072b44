import { expect, it } from 'vitest';
import { anAlarm } from '../../../testing/builders.ts';
import { changedFacts, editableValues, editFieldsOf } from './edit-fields.ts';

it('an edit sends only what was changed, trimmed; an emptied field is cleared', () => {
  const before = { address: '山坡', description: '有烟', comment: null };
  expect(changedFacts(before, { address: ' 山坡 ', description: '', comment: '已复核 ' })).toEqual({
    description: null,
    comment: '已复核',
  });
  expect(changedFacts(before, before)).toEqual({});
});

it.each(['satellite', 'camera', 'report'] as const)('every editable field of a %s alarm is one of its facts, or its address', (kind) => {
  const alarm = anAlarm(kind);
  const names = editFieldsOf(kind).map(({ fact }) => fact);
  expect(names.filter((name) => name !== 'address' && !(name in alarm.facts))).toEqual([]);
  expect(Object.keys(editableValues(alarm))).toEqual(names);
});

it('smoke alarms and danger checks have no editable fields', () => {
  expect([editFieldsOf('smoke'), editFieldsOf('danger')]).toEqual([[], []]);
});
