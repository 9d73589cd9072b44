// 资源管理: what the register shows and refuses, without a map (`map=off`).

import type { Named } from '@lookout/domain';
import { fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import type { Wire } from '@lookout/web/app/testing/wire.ts';
import { PositionTakingContext } from '@lookout/web/globe/PointField.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { RegisteredResource } from '../resource-care.ts';
import { CHILDREN } from './children.ts';
import { ResourceForm } from './ResourceForm.tsx';
import { ResourceTable } from './ResourceTable.tsx';
import { geoJsonOf, kmlOf, registerSheet } from './register-file.ts';

const { resource: resourceCalls } = contract;
type NamedResource = Named<RegisteredResource>;
const ID = '00000000-0000-4000-8000-000000000001';
const aResource = (more: Partial<NamedResource> = {}): NamedResource => ({
  id: ID,
  name: '映秀水池',
  code: 'C1',
  kind: 'waterSource',
  online: null,
  districtName: null,
  streetName: null,
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  position: { lng: 103.59, lat: 31.48 },
  heightMetres: 1300,
  leaderName: '=HYPERLINK("x")',
  leaderPhone: '13800000003',
  description: null,
  rangeMetres: null,
  horizontalAngleDegrees: null,
  attributes: { 水源类型: '水池', '可取水量（立方米）': 120 },
  version: 3,
  confirmedAt: null,
  changedBy: null,
  changedAt: new Date('2020-01-01T08:00:00+08:00'),
  photos: [],
  ...more,
});
const answer = ({ on }: Wire, list: readonly NamedResource[]) => {
  on(resourceCalls.resourcePage, () => ({ total: list.length, pageNo: 1, pageSize: 20, list: [...list] }));
  answerOwnGrid({ on });
};
const table = <ResourceTable kinds={['waterSource']} title="水源地" />;
const untaken = { take: null, setTake: () => undefined };

// Proves §2.4
it('资源管理 has the 14 child pages of the specification, spelled as there', () => {
  expect(CHILDREN.map(({ path }) => path)).toEqual(
    'resourceList camera monitor fireCommand cemetery checkStation grid materialRepository team watchTower waterSource DangerSource HelicopterPoint uav'.split(
      ' ',
    ),
  );
});

describe('the register', () => {
  it('shows the fields of the kind, marks stale entries, and confirms them at once', async () => {
    const { wire, user, show } = openDesk({ at: '/resource/waterSource?map=off' });
    answer(wire, [aResource()]);
    wire.on(resourceCalls.confirmResources, () => ({ confirmed: 1 }));
    show(table);
    await screen.findByText('映秀水池');
    for (const text of ['水池', '120', '一年未确认', '只看一年未确认（1）']) expect(screen.getByText(text)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '确认本页 1 处' }));
    await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: '确认属实' }));
    await screen.findByText('已确认 1 处');
    expect(wire.calls(resourceCalls.confirmResources).map(({ body }) => body)).toEqual([{ ids: [ID] }]);
  });

  it('opens the task form with the place and the instruction to check a stale entry', async () => {
    const { wire, user, show } = openDesk({ rights: ['watch-alarms', 'dispatch', 'see-rangers'], at: '/resource/waterSource?map=off' });
    answer(wire, [aResource()]);
    wire.on(contract.task.taskTemplates, () => ({ total: 0, pageNo: 1, pageSize: 200, list: [] }));
    wire.on(contract.ranger.rangerList, () => []);
    wire.on(contract.travel.nearest, () => []);
    show(table);
    await user.click(await screen.findByRole('button', { name: '派人核实：映秀水池' }));
    const dialog = within(await screen.findByRole('dialog', { name: '任务派遣' }));
    const order = (await dialog.findByLabelText('任务内容')) as HTMLTextAreaElement;
    expect(order.value).toMatch(/^核实水源地“映秀水池”：/);
  });

  it('is read-only for a user who may not change it', async () => {
    const { wire, show } = openDesk({ rights: ['watch-alarms'], at: '/resource/waterSource?map=off' });
    answer(wire, [aResource()]);
    show(table);
    await screen.findByText('映秀水池');
    for (const name of ['新建', '导入', '修改', '删除', '已删除']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('deletes only with a reason, and can undo it in place', async () => {
    const { wire, user, show } = openDesk({ at: '/resource/waterSource?map=off' });
    answer(wire, [aResource()]);
    wire.on(resourceCalls.removeResource, () => undefined);
    wire.on(resourceCalls.restoreResource, () => aResource());
    show(table);
    await user.click(await screen.findByRole('button', { name: '删除' }));
    const query = within(await screen.findByRole('tooltip'));
    await user.click(query.getByRole('button', { name: '删除' }));
    await query.findByText('请填写删除原因');
    expect(wire.calls(resourceCalls.removeResource)).toEqual([]);
    fill(query.getByLabelText('删除原因'), '已废');
    await user.click(query.getByRole('button', { name: '删除' }));
    await user.click(await screen.findByRole('button', { name: '撤销' }));
    await screen.findByText('已恢复“映秀水池”');
    expect(wire.calls(resourceCalls.restoreResource).map(({ body }) => body)).toEqual([{ id: ID }]);
  });
});

it('the form names missing fields and sends nothing', async () => {
  const { wire, user, show } = openDesk();
  show(
    <PositionTakingContext value={untaken}>
      <ResourceForm kinds={['waterSource']} resource={null} onClose={() => undefined} />
    </PositionTakingContext>,
  );
  await user.click(screen.getByRole('button', { name: '保存' }));
  for (const text of ['请填写编号', '请填写名称', '请填写位置']) await screen.findByText(text);
  await waitFor(() => expect(wire.calls(resourceCalls.createResource)).toEqual([]));
});

describe('a register file', () => {
  const resource = aResource();

  it('has the columns of the import, followed by those of the attributes', () => {
    const [header = [], row = []] = registerSheet([resource]);
    expect(Object.fromEntries(header.map((name, at) => [name, row[at]]))).toMatchObject({
      类别: '水源地',
      编号: 'C1',
      经度: 103.59,
      纬度: 31.48,
      海拔: 1300,
      '属性：水源类型': '水池',
      '属性：可取水量（立方米）': 120,
    });
  });

  it('as GeoJSON and KML has the place and the same names; XML characters are escaped', () => {
    const [feature] = JSON.parse(geoJsonOf([resource])).features;
    expect(feature).toMatchObject({
      geometry: { coordinates: [103.59, 31.48, 1300] },
      properties: { 编号: 'C1', '属性：水源类型': '水池' },
    });
    const text = kmlOf('水源地', [{ ...resource, name: '<a & "b">\uFFFF\u0001' }]);
    expect(text).toContain('<name>&lt;a &amp; &quot;b&quot;&gt;</name>');
    expect(text).toContain('<coordinates>103.59,31.48</coordinates>');
  });
});
