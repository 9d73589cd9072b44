import { readTime } from '@lookout/contract';
import { expect, it } from 'vitest';
import { journeyText } from './journey-text.ts';
import { travelZh } from './messages.ts';

const at = (clock: string) => readTime(`2026-11-27 ${clock}:00`);
const NOW = at('15:40').getTime();
const plan = {
  reason: 'set-out',
  path: [],
  seconds: 900,
  why: null,
  avoidsFire: false,
  beginsAt: at('15:20'),
  plannedAt: at('15:20'),
  forecastId: null,
  forecastAt: null,
} as const;
type JourneyFacts = Parameters<typeof journeyText>[0];
const facts = (over: Partial<JourneyFacts>): JourneyFacts => ({
  state: 'under-way',
  arrivesAt: at('16:12'),
  leftMetres: 3_400,
  pace: 0.8,
  positionAt: at('15:39'),
  plan,
  ...over,
});
const zh = (over: Partial<JourneyFacts>) =>
  journeyText(facts(over), NOW, { messages: travelZh.journey, brackets: (text) => `（${text}）` });

it('shows the arrival time, the distance left, and the pace compared with the plan', () => {
  expect(zh({})).toBe('预计 16:12 到（还有 3.4 公里，比计划慢 20 %）');
  expect(zh({ pace: 1.3 })).toBe('预计 16:12 到（还有 3.4 公里，比计划快 30 %）');
  expect(zh({ pace: 1.05, leftMetres: 800 })).toBe('预计 16:12 到（还有 800 米）');
  expect(zh({ pace: null, leftMetres: null })).toBe('预计 16:12 到');
});

it('shows when a person stands still, is off the route, has arrived, has no route, or has no position', () => {
  expect(zh({ state: 'standing', pace: 0 })).toBe('停留中，现在出发预计 16:12 到（还有 3.4 公里）');
  expect(zh({ state: 'off-route', arrivesAt: null, leftMetres: null, pace: null })).toBe('已偏离计划路线');
  expect(zh({ plan: { ...plan, reason: 'off-route', avoidsFire: true }, pace: null })).toBe(
    '预计 16:12 到（还有 3.4 公里） · 已按现位置重新计划 · 绕开火场',
  );
  expect(zh({ state: 'arrived', arrivesAt: at('15:31'), positionAt: at('15:31') })).toBe('15:31 到现场');
  const unknown = { state: 'unknown', arrivesAt: null, leftMetres: null, pace: null } as const;
  expect(zh({ ...unknown, plan: { ...plan, seconds: null, why: 'closed-by-fire' } })).toBe('不知何时到（没有算出路线：道路将被火封闭）');
  // The person is under way, so the text never states that he cannot come.
  const straight = { state: 'straight', leftMetres: 5_200, arrivesAt: at('16:10'), pace: null } as const;
  expect(zh({ ...straight, plan: { ...plan, seconds: null, why: 'closed-by-fire' } })).toBe(
    '直线还有 5.2 公里，估计 16:10～16:41 到（没有算出路线：道路将被火封闭；仅按直线估算）',
  );
  expect(zh({ ...unknown, plan: null, positionAt: null })).toBe('没有位置，不知何时到');
  expect(zh({ ...unknown, positionAt: at('15:02') })).toBe('不知何时到 · 位置 15:02');
});
