import type { Got } from '@lookout/contract';
import { fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { LOST } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { WarningNotice } from '../parts/WarningNotice.tsx';
import type { ListedWarning, WarningStep } from '../warning.ts';
import { DangerTab } from './DangerTab.tsx';
import { WarningPage } from './index.tsx';

const { warning, grid } = contract;
const ID = '00000000-0000-4000-8000-000000000001';
const at = (text: string) => new Date(`2020-01-01T${text}+08:00`);
const issued: WarningStep = { at: at('10:00:00'), by: '阿坝州值班员', level: 'orange', text: '风大物燥' };
const listed: ListedWarning = {
  id: ID,
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  areas: [{ gridNo: OFFICER.gridNo, gridName: OFFICER.gridName }],
  level: 'orange',
  text: '风大物燥',
  startsAt: at('10:00:00'),
  endsAt: new Date('2099-01-01T10:00:00+08:00'),
  revision: 1,
  steps: [issued],
  issuedAt: at('10:00:00'),
  liftedAt: null,
  readAt: null,
};
const pageOf = (...list: ListedWarning[]) => ({ total: list.length, pageNo: 1, pageSize: 200, list });

it('an unread warning is shown by name on every page until it is read', async () => {
  const { wire, user, show } = openDesk({ at: '/warning', rights: [] });
  let now = listed;
  wire.on(warning.warningPage, () => pageOf(now));
  wire.on(warning.readWarning, () => {
    now = { ...listed, readAt: at('11:00:00') };
    return undefined;
  });
  show(
    <>
      <WarningNotice />
      <WarningPage />
    </>,
  );
  expect((await screen.findByRole('status')).textContent).toContain('1 条森林火险预警未读');
  // A user who may not change warnings sees no button for it.
  for (const name of ['发布预警', '解除', '升级、降级或变更']) expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByRole('button', { name: '确认已读' }));
  await screen.findByText('已读 01-01 11:00');
  await waitFor(() => expect(screen.queryByText(/预警未读/)).toBeNull());
});

it('when issuing, a level fills in its text, and a lost connection loses no input', async () => {
  const { wire, user, show } = openDesk({ at: '/warning' });
  wire.on(warning.warningPage, () => pageOf());
  wire.on(grid.gridTree, () => [{ no: OFFICER.gridNo, name: OFFICER.gridName, children: [] }]);
  wire.on(warning.issueWarning, () => LOST);
  show(<WarningPage />);
  await screen.findByText('没有现行的预警');
  await user.click(screen.getByRole('button', { name: '发布预警' }));
  const form = within(await screen.findByRole('dialog', { name: '发布预警' }));
  await user.click(form.getByRole('button', { name: '发布' }));
  for (const message of ['请选择预警区域', '请选择预警级别', '请填写预警内容']) await form.findByText(message);
  await user.click(form.getByLabelText('红色'));
  const text = form.getByLabelText('预警内容');
  expect(text).toHaveProperty('value', expect.stringContaining('极易燃烧'));
  fill(text, '我写的内容');
  await user.click(form.getByLabelText('橙色'));
  expect(text).toHaveProperty('value', '我写的内容');
  expect(wire.calls(warning.issueWarning)).toEqual([]);
});

it('the text in force is shown once; the history adds only earlier texts', async () => {
  const { wire, show } = openDesk({ at: '/warning' });
  const earlier: WarningStep = { ...issued, at: at('09:00:00'), level: 'yellow', text: '先前的话' };
  wire.on(warning.warningPage, () => pageOf({ ...listed, steps: [earlier, issued] }));
  show(<WarningPage />);
  await screen.findByText(/先前的话/);
  expect(screen.getAllByText(/风大物燥/)).toHaveLength(1);
});

it('officers who have not read it are listed, with the number of those who have', async () => {
  const { wire, user, show } = openDesk({ at: '/warning' });
  wire.on(warning.warningPage, () => pageOf(listed));
  const reader = { userId: ID, fullName: '汶川县值班员', gridNo: OFFICER.gridNo, gridName: OFFICER.gridName, readAt: null };
  wire.on(warning.warningReaders, () => [reader, { ...reader, userId: '2', fullName: '乙', readAt: at('11:00:00') }]);
  show(<WarningPage />);
  await user.click(await screen.findByRole('button', { name: '谁读了' }));
  await screen.findByText('已读 1 / 2');
  expect(screen.getByText('未读')).toBeTruthy();
});

it('an empty history states the reason and the next step, below one picture', async () => {
  const { wire, show } = openDesk({ at: '/warning?tab=history' });
  wire.on(warning.warningPage, () => pageOf());
  answerOwnGrid(wire);
  show(<WarningPage />);
  await screen.findByText('还没有解除或过期的预警');
  screen.getByText(/预警解除或到期后记在这里/);
  expect(document.querySelectorAll('.ant-empty-image')).toHaveLength(1);
});

it('the danger of a county is the level of LY/T 1172, next to it the index, its drivers, holidays, and the warning level with its reason; a day stored by an older version has the level of the index', async () => {
  const { wire, show } = openDesk({ at: '/warning' });
  const county: Got<typeof contract.danger.fireLevel>[number] = {
    gridNo: '513221',
    gridName: '汶川县',
    longitude: 103.59,
    latitude: 31.48,
    day: '2026-04-04',
    level: 4,
    indexLevel: 5,
    fwi: 45,
    ffmc: 94,
    dmc: 60,
    dc: 300,
    isi: 20,
    bui: 80,
    temperature: 30,
    humidity: 15,
    windSpeed: 40,
    rain: 0,
    driver: 'wind',
    gapDays: 0,
    source: 'demo',
    drivers: [{ driver: 'wind', drop: 20, levels: 2 }],
    temperatureMax: 32,
    humidityMin: 12,
    windSpeedMax: 45,
    dryDays: 12,
    rating: { htz: 85, level: 4, points: { temperature: 20, humidity: 20, dryDays: 20, wind: 30, season: 5 }, isAtLeast: true },
    fuels: [],
    holidays: ['清明节'],
    lightning: 3,
    warned: { level: 4, raisedBy: [] },
  };
  const raisedCounty: typeof county = {
    ...county,
    gridNo: '513223',
    gridName: '茂县',
    level: 3,
    indexLevel: 2,
    fwi: 15,
    warned: {
      level: 4,
      raisedBy: [
        { kind: 'holiday', name: '清明节', days: 0 },
        { kind: 'lightning', strokes: 12 },
      ],
    },
  };
  answerOwnGrid(wire);
  wire.on(contract.danger.fireLevel, () => [
    county,
    { ...county, gridNo: '513222', gridName: '理县', level: 5 as const, drivers: [], rating: null, holidays: [], lightning: null },
    raisedCounty,
  ]);
  show(<DangerTab onIssue={null} />);
  const row = within(await screen.findByRole('row', { name: /汶川县/ }));
  row.getByText('四级（高）');
  row.getByText('FWI 45.0（5级）');
  expect(row.getByText('HTZ 85').title).toBe('LY/T 1172：高（4级），HTZ 85 以上，连旱12日以上');
  expect(row.getByText('风大').title).toBe('撑高 FWI 等级的：风大（无此低2级）');
  row.getByText('清明节，雷电 3 次');
  const older = within(screen.getByRole('row', { name: /理县/ }));
  older.getByText('—');
  older.getByText('五级（极高）');
  expect(screen.getAllByText(/^预警等级/)).toHaveLength(1);
  // A raised level keeps its position in the list.
  const raised = within(screen.getByRole('row', { name: /茂县/ }));
  raised.getByText('三级（较高）');
  raised.getByText('预警等级：三级 → 四级（高），清明节、雷电 12 次');
});
