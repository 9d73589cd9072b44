import { codedError } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { Exercise, ExerciseReview } from '../exercise.ts';
import { ExercisePage } from './ExercisePage.tsx';

const { exerciseBegin, exerciseEnd, exerciseJudge, exercisePage, exerciseReview } = contract.exercise;
const ID = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f00aa';
const ALARM = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f00ab';
const at = (text: string) => new Date(`2026-11-24T${text}+08:00`);
const exercise = (overrides: Partial<Exercise> = {}): Named<Exercise> => ({
  id: ID,
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  name: '春季演练',
  leaderId: OFFICER.id,
  leaderName: OFFICER.fullName,
  beganAt: at('08:00:00'),
  endedAt: null,
  endedBy: null,
  verdict: null,
  version: 1,
  ...overrides,
});
const ended = exercise({ endedAt: at('09:00:00'), endedBy: OFFICER.fullName, version: 2 });
const reviewOf = (of: Named<Exercise>, script: ExerciseReview['script'] = []): ExerciseReview => ({
  exercise: of,
  script,
  events: [
    { at: at('08:00:00'), kind: 'exercise.begun', alarmId: null, taskId: null, by: OFFICER.fullName, detail: null },
    { at: at('08:00:01'), kind: 'alarm.recorded', alarmId: ALARM, taskId: null, by: '演练脚本', detail: null },
    { at: at('08:01:31'), kind: 'alarm.judged', alarmId: ALARM, taskId: null, by: OFFICER.fullName, detail: '有明火' },
  ],
  alarms: [
    {
      alarmId: ALARM,
      kind: 'report',
      position: { lng: 103.59, lat: 31.48 },
      formattedAddress: '汶川县威州镇',
      arrivedAt: at('08:00:01'),
      seconds: { acknowledged: 12, judged: 90, dispatched: null },
    },
  ],
  medianSeconds: { acknowledged: 12, judged: 90, dispatched: null },
});

/** @param opened returns the exercise named by the URL; called for each request */
function openPage(list: readonly Named<Exercise>[], opened?: () => Named<Exercise>, script: ExerciseReview['script'] = []) {
  const desk = openDesk({ at: opened ? `/exercise?exercise=${ID}` : '/exercise' });
  if (opened) desk.wire.on(exerciseReview, () => reviewOf(opened(), script));
  desk.wire.on(exercisePage, () => ({ total: list.length, pageNo: 1, pageSize: 20, list: [...list] }));
  desk.wire.on(contract.grid.gridTree, () => []);
  desk.wire.on(
    contract.grid.grid,
    () =>
      ({
        no: '513221',
        name: '汶川县',
        fullName: '汶川县',
        level: 'county',
        parentNo: '513200',
        longitude: 103.59,
        latitude: 31.48,
      }) as never,
  );
  desk.wire.on(contract.operatingMode.modeList, () => []);
  desk.show(<ExercisePage />);
  return desk;
}

describe('the page of exercises', () => {
  it('states the next step when there are no exercises', async () => {
    openPage([]);
    await screen.findByText('还没有演练。');
    screen.getByText('点“开始演练”，给出名称和脚本。');
  });

  it('sends nothing without a name; a colleague who was first is named, and the text is retained', async () => {
    const { user, wire } = openPage([]);
    wire.on(exerciseBegin, () => refusedBy(codedError('exercise-first', { by: '汶川县副班', name: '夏季演练' }), exercise()));
    await user.click(await screen.findByRole('button', { name: '开始演练' }));
    await user.click(await screen.findByRole('button', { name: '开始' }));
    await screen.findByText('请填写演练名称');
    expect(wire.calls(exerciseBegin)).toHaveLength(0);
    fill(screen.getByLabelText('演练名称'), ' 春季演练 ');
    await user.click(screen.getByRole('button', { name: '开始' }));
    await screen.findByText(/汶川县副班已在本网格开始演练“夏季演练”/);
    expect(wire.calls(exerciseBegin).map(({ body }) => body)).toEqual([{ gridNo: '513221' as GridNo, name: '春季演练', script: [] }]);
    expect(screen.getByLabelText<HTMLInputElement>('演练名称').value).toBe(' 春季演练 ');
  });
});

describe('one exercise', () => {
  it('is ended only after an inline confirmation while it runs', async () => {
    let current = exercise();
    const { user, wire } = openPage([], () => current);
    wire.on(exerciseEnd, () => {
      current = ended;
      return ended;
    });
    await user.click(await screen.findByRole('button', { name: '结束演练' }));
    expect(wire.calls(exerciseEnd)).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: '确定结束' }));
    await screen.findByRole('button', { name: '保存讲评' });
  });

  it('lists the script’s waiting alarms, the next one first', async () => {
    const inject = { kind: 'report', position: { lng: 103.59, lat: 31.48 }, alarmId: null } as const;
    openPage([], exercise, [
      { ...inject, id: ID, description: '山脊冒烟', dueAt: at('08:30:00') },
      { ...inject, id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f00ac', kind: 'satellite', description: null, dueAt: at('08:10:00') },
      { ...inject, id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f00ad', description: '已到', dueAt: at('08:00:00'), alarmId: ALARM },
    ]);
    const waiting = within(await screen.findByRole('region', { name: '未注入' }));
    expect(waiting.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '2026-11-24 08:10:00卫星热点',
      '2026-11-24 08:30:00人员上报山脊冒烟',
    ]);
  });

  it('is led only by its leader', async () => {
    const other = exercise({ leaderId: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f00ff', leaderName: '阿坝州值班员' });
    openPage([], () => other);
    await screen.findByText('只有演练负责人阿坝州值班员可以注入火警。');
    expect(screen.queryByRole('button', { name: '注入火警' })).toBeNull();
  });

  it('shows after its end the time of each step with the median, and its events, and takes a written verdict', async () => {
    const { user, wire } = openPage([], () => ended);
    wire.on(exerciseJudge, () => refusedBy(codedError('exercise-changed', { by: '阿坝州值班员' }), ended));
    expect(await screen.findAllByText('1 分 30 秒')).toHaveLength(2);
    screen.getByText('有明火');
    await user.click(screen.getByRole('button', { name: '保存讲评' }));
    await screen.findByText('请填写讲评');
    fill(screen.getByRole('textbox', { name: '讲评' }), '接警及时');
    await user.click(screen.getByRole('button', { name: '保存讲评' }));
    await screen.findByText(/讲评已由阿坝州值班员更改/);
    expect(wire.calls(exerciseJudge).map(({ body }) => body)).toEqual([{ id: ID, verdict: '接警及时', version: 2 }]);
  });
});
