import type { CameraFacts } from '@lookout/domain';
import { expect, it } from 'vitest';
import { alarmTermsZh } from '../../entities/alarm/messages.ts';
import { anAlarm } from '../../entities/testing/builders.ts';
import { stateTagsOf } from './StateTags.tsx';

it('a table says that a machine detected the alarm in a mask, beside its state', () => {
  const plain = anAlarm('camera');
  const masked = anAlarm('camera', { facts: { ...(plain.facts as CameraFacts), maskName: '烟囱' } });
  const words = (alarm: typeof plain) => stateTagsOf(alarm, alarmTermsZh).map(({ word }) => word);
  expect(words(masked)).toEqual([...words(plain), '屏蔽区内']);
});
