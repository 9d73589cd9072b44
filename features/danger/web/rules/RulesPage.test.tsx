import { codedError } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { type DeskOptions, fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../../contract.ts';
import { RATING_TABLE } from '../../danger-rating.ts';
import { type GridDangerRules, HOLIDAYS, NO_RAISING } from '../../danger-rules.ts';
import { RulesPage } from './RulesPage.tsx';

const { dangerRules, saveDangerRules } = contract.danger;
const PRODUCT: GridDangerRules = {
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  rating: RATING_TABLE,
  ratingFrom: null,
  holidays: HOLIDAYS.slice(0, 2),
  holidaysFrom: '513200' as GridNo,
  raising: NO_RAISING,
  raisingFrom: null,
  own: null,
};
const LAST_CHANGE = { version: 3, changedBy: '汶川县值班员', changedAt: new Date('2026-11-24T02:00:00Z') };
const OWN: GridDangerRules = { ...PRODUCT, ratingFrom: '513221' as GridNo, own: LAST_CHANGE };

function openPage(rules: GridDangerRules, options: DeskOptions = {}) {
  const desk = openDesk(options);
  answerOwnGrid(desk.wire);
  desk.wire.on(dangerRules, () => rules);
  desk.wire.on(saveDangerRules, ({ body }) => {
    const { rating } = body as { rating: GridDangerRules['rating'] | null };
    return {
      ...rules,
      rating: rating ?? rules.rating,
      ratingFrom: rating && ('513221' as GridNo),
      own: { ...LAST_CHANGE, version: (rules.own?.version ?? 0) + 1 },
    };
  });
  desk.show(<RulesPage />);
  return desk;
}
const part = async (name: string) => within(await screen.findByRole('region', { name }));

it('the rules in force are shown with their origin; they are copied to the grid, changed, and saved with the version that was shown', async () => {
  const { user, wire } = openPage(PRODUCT);
  const rating = await part('计分表');
  rating.getByText('产品自带');
  (await part('节假日')).getByText('沿用上级 513200');
  rating.getByText('超过 25');
  const example = rating.getByText(/举例/).textContent;
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true);
  await user.click(rating.getByRole('button', { name: '改为本级设定' }));
  rating.getByText('本级设定');
  fill(rating.getByLabelText('A 最高气温（℃） 第6档分值'), '30');
  await waitFor(() => expect(rating.getByText(/举例/).textContent).not.toBe(example));
  await screen.findByText('有未保存的改动');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(wire.calls(saveDangerRules)).toHaveLength(1));
  expect(wire.calls(saveDangerRules)[0]?.body).toEqual({
    gridNo: '513221' as GridNo,
    rating: { ...RATING_TABLE, temperature: { ...RATING_TABLE.temperature, points: [0, 4, 8, 12, 16, 30] } },
    holidays: null,
    raising: null,
    version: 0,
  });
  await waitFor(() => expect(screen.queryByText('有未保存的改动')).toBeNull());
});

it('an impossible value is reported at its field and is not sent', async () => {
  const { user } = openPage(OWN);
  const rating = await part('计分表');
  fill(rating.getByLabelText('B 最小相对湿度（%） 第1档上界'), '45');
  await rating.findByText('分界应由小到大');
  fill(rating.getByLabelText('等级分界（HTZ） 的出处'), ' ');
  await rating.findByText('请填写出处');
  const holidays = await part('节假日');
  await user.click(holidays.getByRole('button', { name: '改为本级设定' }));
  fill(holidays.getByLabelText('第2个节假日的开始'), '2026-04-31');
  await holidays.findByText(/起止应为同一种写法/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: '放弃改动' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('after a conflict or a lost connection nothing typed is lost, and it can be saved over the current rules', async () => {
  const { user, wire } = openPage(OWN);
  const rating = await part('计分表');
  wire.on(saveDangerRules, () =>
    refusedBy(codedError('danger-rules-changed', { by: '阿坝州值班员' }), {
      ...OWN,
      own: { ...LAST_CHANGE, version: 4, changedBy: '阿坝州值班员' },
    }),
  );
  fill(rating.getByLabelText('等级分界（HTZ） 第1档上界'), '30');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText(/火险规则已由阿坝州值班员更改。别人刚刚改过/);
  expect(rating.getByLabelText<HTMLInputElement>('等级分界（HTZ） 第1档上界').value).toBe('30');
  wire.on(saveDangerRules, () => LOST);
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText(/没有保存/);
  expect(wire.calls(saveDangerRules).map(({ body }) => (body as { version: number }).version)).toEqual([3, 4]);
  expect(rating.getByLabelText<HTMLInputElement>('等级分界（HTZ） 第1档上界').value).toBe('30');
});

it('the raising of the warned level is set with its source: nothing by default, two levels at most', async () => {
  const { user, wire } = openPage(PRODUCT);
  const raising = await part('预警等级抬高');
  raising.getByText('产品自带');
  expect(raising.queryByRole('spinbutton')).toBeNull();
  await user.click(raising.getByRole('button', { name: '改为本级设定' }));
  fill(raising.getByLabelText('节假日：抬高几级'), '1');
  fill(raising.getByLabelText('节假日：之前几日'), '2');
  // A value above two is refused in the field, and the entry remains.
  fill(raising.getByLabelText('雷电：抬高几级'), '7');
  await screen.findByText('请填写 0 到 2 的整数');
  expect(raising.getByLabelText<HTMLInputElement>('雷电：抬高几级').value).toBe('7');
  fill(raising.getByLabelText('雷电：抬高几级'), '2');
  fill(raising.getByLabelText('雷电：至少几次'), '10');
  fill(raising.getByLabelText('预警等级抬高 的出处'), ' ');
  await raising.findByText('请填写出处');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true);
  fill(raising.getByLabelText('预警等级抬高 的出处'), '县文件');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(wire.calls(saveDangerRules)).toHaveLength(1));
  expect(wire.calls(saveDangerRules)[0]?.body).toEqual({
    gridNo: '513221' as GridNo,
    rating: null,
    holidays: null,
    raising: {
      holiday: { levels: 1, daysBefore: 2, daysAfter: 0 },
      lightning: { levels: 2, strokes: 10 },
      source: '县文件',
      toConfirm: false,
    },
    version: 0,
  });
});

it("the grid's own table is removed at the next save after it was given up", async () => {
  const { user, wire } = openPage(OWN);
  const rating = await part('计分表');
  await user.click(rating.getByRole('button', { name: '改为沿用上级' }));
  rating.getByText('保存后沿用上级');
  expect(rating.queryByText(/举例/)).toBeNull();
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(wire.calls(saveDangerRules)[0]?.body).toMatchObject({ rating: null, version: 3 }));
});

it('the page is read-only for an officer who may not dispatch', async () => {
  openPage(OWN, { rights: ['watch-alarms'] });
  await screen.findByText('有派遣权限的人员才能修改。');
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  expect(screen.queryByRole('spinbutton')).toBeNull();
});
