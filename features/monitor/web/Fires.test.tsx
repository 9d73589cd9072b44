import type { Got } from '@lookout/contract';
import { CAPABILITIES } from '@lookout/domain';
import { refusedBy, type Wire } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { writeAlarm } from '../../alarm/alarm.wire.ts';
import { writeJudgement } from '../../alarm/alarm-requests.wire.ts';
import { contract } from '../../contract.ts';
import { judgedBy } from '../../testing/builders.ts';
import { alarmAt, onWire, openMonitor } from './testing/monitor.tsx';

const { incident } = contract;
type File = NonNullable<Got<typeof incident.incident>>;

const fireOf = (alarms: readonly NamedAlarm[], more: Partial<File['incident']> = {}, decisions: File['decisions'] = []): File => ({
  incident: {
    id: alarms[0]?.id ?? '',
    gridNo: '513221',
    gridName: '汶川县',
    longitude: 103.59,
    latitude: 31.48,
    address: null,
    ellipse: { semiMajorMetres: 300, semiMinorMetres: 100, bearingDegrees: 30 },
    spanMetres: 410,
    firstSeen: '2026-11-21 10:00:00',
    lastSeen: '2026-11-21 10:11:00',
    probability: 0.924,
    threatens: { inhabitants: 612, dangerSources: 1 },
    state: 'open',
    alarmIds: alarms.map(({ id }) => id),
    sources: [],
    looks: [
      { kind: 'monitor', name: 'tower-1', time: '2026-11-21 10:00:00', probability: 0.32, calmedBy: ['mask'] },
      { kind: 'satellite', name: 'VIIRS', time: '2026-11-21 10:11:00', probability: 0.6, calmedBy: [] },
    ],
    factors: [{ kind: 'fire-level', odds: 1.5 }],
    reasons: ['1 个摄像头、VIIRS，相距 410 米、12 分钟内', '火险等级高'],
    ...more,
  },
  alarms: alarms.map((alarm) => writeAlarm(alarm, () => alarm.gridName)),
  decisions,
});
const answer = (file: () => File) => (wire: Wire) => wire.on(incident.incident, file);
const oneFire = (addresses: readonly string[]) => {
  // The first alarm arrived last and therefore leads.
  const arrivedAt = (index: number) => new Date(Date.now() - index * 1_000);
  const [first, ...rest] = addresses.map((address, index) => alarmAt(address, 'report', { arrivedAt: arrivedAt(index) }));
  const incidentId = first?.id ?? '';
  return [first, ...rest].flatMap((alarm) => alarm ?? []).map((alarm) => ({ ...alarm, incidentId }));
};
const section = () => within(screen.getByRole('region', { name: '火情' }));

it("alarms of one fire are one row of the queue with their number; the queue's count states both alarms and fires", async () => {
  const [one, other] = oneFire(['北坡', '东沟']);
  await openMonitor({ alarms: [one, other, alarmAt('别处', 'report')].flatMap((alarm) => alarm ?? []) });
  expect(document.querySelectorAll('.alarm-row')).toHaveLength(2);
  expect(screen.getByTitle('同一起火情的 2 条火警')).toBeTruthy();
  expect(screen.getByText(/3 条未处理 归为 2 起火情/)).toBeTruthy();
});

it('the popup shows the probability and the reasons, with every observation and factor, and opens the other alarms', async () => {
  const alarms = oneFire(['北坡', '东沟']);
  const { user, openAlarm, popup } = await openMonitor({ alarms, answer: answer(() => fireOf(alarms)) });
  await openAlarm('北坡');
  await screen.findByText('起火可能性 92%');
  expect(section().getByText('1 个摄像头、VIIRS，相距 410 米、12 分钟内；火险等级高')).toBeTruthy();
  await user.click(section().getByRole('button', { name: '展开依据与火警' }));
  for (const text of ['tower-1', '屏蔽区内', '32%', 'VIIRS', '60%', '火险等级', '× 1.5']) expect(section().getByText(text)).toBeTruthy();
  const others = within(section().getByRole('list', { name: '同一起火情的火警' })).getAllByRole<HTMLButtonElement>('button');
  expect(others.map(({ disabled }) => disabled)).toEqual([true, false]);
  await user.click(others[1] as HTMLElement);
  await waitFor(() => expect(popup().getAllByText('东沟').length).toBeGreaterThan(0));
});

it('splits off the selected alarms, shows why a split was refused, and withdraws a decision', async () => {
  const alarms = oneFire(['北坡', '东沟', '西岭']);
  const decision = { id: '00000000-0000-4000-8000-0000000000d1', kind: 'split', by: '汶川县值班员', time: '2026-11-21 10:20:00' } as const;
  let decided = false;
  const { user, openAlarm, wire } = await openMonitor({
    alarms,
    answer: answer(() => fireOf(decided ? alarms.slice(0, 2) : alarms, {}, decided ? [decision] : [])),
  });
  wire.on(incident.splitIncident, () => {
    if (wire.calls(incident.splitIncident).length === 1) return refusedBy({ code: 'incident-split-takes-all', params: {} });
    decided = true;
    return decision;
  });
  wire.on(incident.undoIncidentDecision, () => {
    decided = false;
    return fireOf(alarms);
  });
  await openAlarm('北坡');
  await user.click(await screen.findByRole('button', { name: '展开依据与火警' }));
  await user.click(section().getByRole('button', { name: '拆分…' }));
  const [, second, third] = section().getAllByRole('checkbox');
  await user.click(third as HTMLElement);
  await user.click(second as HTMLElement);
  await user.click(second as HTMLElement);
  await user.click(section().getByRole('button', { name: '拆分所选 1 条' }));
  expect((await section().findByRole('alert')).textContent).toBe('不能把全部火警都拆分出去');
  await user.click(section().getByRole('button', { name: '拆分所选 1 条' }));
  await section().findByText('汶川县值班员 11-21 10:20 拆分');
  expect(wire.calls(incident.splitIncident).at(-1)?.body).toEqual({ id: alarms[0]?.id, alarmIds: [alarms[2]?.id] });
  await user.click(section().getByRole('button', { name: '撤销' }));
  await waitFor(() => expect(section().queryByText('汶川县值班员 11-21 10:20 拆分')).toBeNull());
  expect(wire.calls(incident.undoIncidentDecision)[0]?.body).toEqual({ id: alarms[0]?.id, decisionId: decision.id });
});

it('merges with a fire nearby; fires further away and its own alarms are not offered', async () => {
  const alarms = oneFire(['北坡', '东沟']);
  const near = alarmAt('二公里外', 'report', { position: { lng: 103.611, lat: 31.48 } });
  const far = alarmAt('远处', 'report', { position: { lng: 103.8, lat: 31.48 } });
  const { user, openAlarm, wire } = await openMonitor({ alarms: [...alarms, near, far], answer: answer(() => fireOf(alarms)) });
  wire.on(incident.mergeIncidents, () => ({ id: near.id, kind: 'merge' as const, by: 'x', time: '2026-11-21 10:20:00' }));
  await openAlarm('北坡');
  await user.click(await screen.findByRole('button', { name: '展开依据与火警' }));
  await user.click(section().getByRole('button', { name: '合并…' }));
  const offered = section().getAllByRole('checkbox');
  expect(offered).toHaveLength(1);
  await user.click(offered[0] as HTMLElement);
  await user.click(section().getByRole('button', { name: '合并所选 1 起' }));
  await waitFor(() => expect(wire.calls(incident.mergeIncidents)[0]?.body).toEqual({ ids: [alarms[0]?.id, near.id] }));
});

it('nothing is split or merged without the right to act on alarms', async () => {
  const alarms = oneFire(['北坡', '东沟']);
  const { user, openAlarm } = await openMonitor({
    alarms,
    rights: ['watch-alarms'],
    answer: answer(() => fireOf(alarms, {}, [{ id: alarms[0]?.id ?? '', kind: 'merge' as const, by: 'x', time: '2026-11-21 10:20:00' }])),
  });
  await openAlarm('北坡');
  await user.click(await screen.findByRole('button', { name: '展开依据与火警' }));
  expect(section().queryAllByRole('button', { name: /拆分|合并|撤销/ })).toHaveLength(0);
});

it('a failure to load is reported, and can be retried', async () => {
  const alarms = oneFire(['北坡']);
  let fails = true;
  const { user, openAlarm } = await openMonitor({
    alarms,
    answer: (wire) =>
      wire.on(incident.incident, () => (fails ? refusedBy({ code: 'incident-decision-gone', params: {} }) : fireOf(alarms))),
  });
  await openAlarm('北坡');
  await screen.findByText(/没能取得火情/);
  fails = false;
  await user.click(screen.getByRole('button', { name: '重试' }));
  await screen.findByText('起火可能性 92%');
});

it('a fire in progress is one entry above the queue, regardless of the number of its alarms', async () => {
  const alarms = oneFire(['北坡', '东沟']).map((alarm) => ({ ...alarm, response: judgedBy('real') }));
  await openMonitor({ alarms });
  expect([...document.querySelectorAll('.fire-row')].map(({ textContent }) => /· 2 条/.test(textContent ?? ''))).toEqual([true]);
});

it('an alarm that joins a fire in progress is folded into it and marked, not unread, and confirmed with one click that can be undone', async () => {
  const burning = alarmAt('北坡', 'camera', { response: judgedBy('real'), arrivedAt: new Date(Date.now() - 60_000) });
  const [report, hotspot] = [alarmAt('东沟', 'report'), alarmAt('西岭', 'satellite')];
  const alarms = [burning, report, hotspot].map((alarm) => ({ ...alarm, incidentId: burning.id }));
  const { user, openAlarm, popup, pendingActions, wire } = await openMonitor({ alarms, answer: answer(() => fireOf(alarms)) });
  wire.on(contract.alarm.satelliteJudge, () => onWire(hotspot));
  expect(document.querySelector('.fire-row')?.textContent).toMatch(/3 条 · 2 条待确认/);
  const [row] = document.querySelectorAll<HTMLElement>('.alarm-row');
  expect([row?.dataset.unread, within(row as HTMLElement).getByText('属于在燃火情') !== null]).toEqual(['false', true]);
  await openAlarm('北坡');
  // The probability is not shown next to 真实火情, and the state is not 已处理 if no team was dispatched.
  await section().findByText('处置中');
  expect(popup().queryByText(/起火可能性|已处理/)).toBeNull();
  await user.click(section().getByRole('button', { name: '一并确认 2 条' }));
  expect(wire.calls(contract.alarm.satelliteJudge)).toEqual([]);
  await user.click(pendingActions().getByRole('button', { name: '立即发送' }));
  const confirmed = writeJudgement({ verdict: 'real', note: null, realFireType: null });
  await waitFor(() => expect(wire.calls(contract.alarm.satelliteJudge)[0]?.body).toEqual({ id: hotspot.id, ...confirmed }));
});

it('蔓延推演 is one click from the popup of a burning fire, and absent without the right or before the fire is judged', async () => {
  const burning = alarmAt('北坡', 'report', { response: judgedBy('real') });
  const { user, openAlarm, popup } = await openMonitor({ alarms: [burning, alarmAt('东沟', 'report')] });
  await openAlarm('东沟');
  expect(popup().queryByRole('button', { name: '蔓延推演' })).toBeNull();
  await openAlarm('北坡');
  await user.click(await popup().findByRole('button', { name: '蔓延推演' }));
  // The monitor is still mounted in this test and may write its own parameters.
  const { pathname, searchParams } = new URL(location.href);
  expect([pathname, searchParams.get('fireId'), searchParams.get('tab')]).toEqual(['/manage/decision', burning.id, 'spread']);
  expect((history.state as { usr: unknown }).usr).toEqual({ forecast: true });
});

it('without the right to decide the popup has no 蔓延推演', async () => {
  const rights = CAPABILITIES.filter((right) => right !== 'support-decisions');
  const { openAlarm, popup } = await openMonitor({ alarms: [alarmAt('北坡', 'report', { response: judgedBy('real') })], rights });
  await openAlarm('北坡');
  expect(popup().queryByRole('button', { name: '蔓延推演' })).toBeNull();
});
