import { expect, it } from 'vitest';
import { anAlarm, HANDLED, judgedBy } from '../../testing/builders.ts';
import { type AlarmResponse, type CameraFacts, UNANSWERED } from '../alarm.ts';
import { alarmTermsZh } from '../parts/messages.ts';
import { stateTagsOf } from './StateTags.tsx';

it('a table shows, next to the state, that a machine detected the alarm in a mask', () => {
  const plain = anAlarm('camera');
  const masked = anAlarm('camera', { facts: { ...(plain.facts as CameraFacts), maskName: '烟囱' } });
  const words = (alarm: typeof plain) => stateTagsOf(alarm, alarmTermsZh, null).map(({ word }) => word);
  expect(words(masked)).toEqual([...words(plain), '屏蔽区内']);
});

it('an alarm that was only judged is not shown as 已处理, and one that has joined a fire in progress is labelled', () => {
  const words = (response: AlarmResponse, ofBurning: string | null = null) =>
    stateTagsOf(anAlarm('camera', { response }), alarmTermsZh, ofBurning).map(({ word }) => word);
  expect(words(UNANSWERED, '属于在燃火情')).toEqual(['未研判', '属于在燃火情']);
  expect(words(judgedBy('real'))).toEqual(['真实火情', '处置中']);
  expect(words(judgedBy('false'))).toEqual(['误报或疑似']);
  expect(words(HANDLED)).toEqual(['未研判', '已处理']);
});
