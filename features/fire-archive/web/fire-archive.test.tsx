import { codedError, type Got, type Row } from '@lookout/contract';
import { type GridNo, withGridName } from '@lookout/domain';
import { fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { writeAlarm } from '../../alarm/alarm.wire.ts';
import { contract } from '../../contract.ts';
import { anAlarm, at, CLOSED } from '../../testing/builders.ts';
import { EMPTY_ASSESSMENT, type FireArchive } from '../fire-archive.ts';
import type { FireArchiveFile } from '../fire-archive.wire.ts';
import { ArchivePanel } from './ArchivePanel.tsx';

const { fireArchive: fireArchiveCalls } = contract;
const FIRE = '01930000-0000-7000-8000-000000000001';
const ARCHIVE = '01930000-0000-4000-8000-000000000002';
const nameOf = () => '汶川县';
const named = (archive: FireArchive) => withGridName(archive, nameOf);
const fire = anAlarm('report', { id: FIRE, response: CLOSED });

const draft: FireArchive = {
  id: ARCHIVE,
  fireId: FIRE,
  gridNo: '513221' as GridNo,
  version: 1,
  revision: 2,
  corrects: null,
  assessment: EMPTY_ASSESSMENT,
  createdBy: '汶川县值班员',
  createdAt: at('2026-11-21 12:00:00'),
  changedBy: '汶川县值班员',
  changedAt: at('2026-11-21 12:00:00'),
  seal: null,
};

const fileOf = (archive: FireArchive | null): Got<typeof fireArchiveCalls.archiveOne> => ({
  fire: writeAlarm(fire, nameOf),
  archive: archive && named(archive),
  record: { events: [], tasks: [], tracks: [], weather: [], plots: [], pictures: [] },
  versions: [],
});

const revise = { ...fireArchiveCalls.reviseArchive, path: fireArchiveCalls.reviseArchive.path.replace('{id}', ARCHIVE) } as const;

function Panel({ onShow }: { readonly onShow: (file: FireArchiveFile | null) => void }) {
  return <ArchivePanel fireId={FIRE} url={useUrlState()} onShow={(shown) => onShow(shown?.file ?? null)} />;
}

function openPanel(archive: FireArchive | null, at = '/manage/record') {
  const desk = openDesk({ at });
  desk.wire.on(fireArchiveCalls.archiveOne, () => fileOf(archive));
  desk.show(<Panel onShow={() => undefined} />);
  return desk;
}

it('a fire without an archive gets one with one click', async () => {
  const { wire, user } = openPanel(null);
  wire.on(fireArchiveCalls.openArchive, () => {
    wire.on(fireArchiveCalls.archiveOne, () => fileOf(draft));
    return named(draft);
  });
  await user.click(await screen.findByRole('button', { name: '建立档案' }));
  await screen.findByRole('tab', { name: '过火面积' });
  expect(wire.calls(fireArchiveCalls.openArchive).map(({ body }) => body)).toEqual([{ fireId: FIRE, reason: null }]);
});

it('an officer who saves second sees who saved first, keeps his entries, and can save them over the other version', async () => {
  const { wire, user } = openPanel(draft, '/manage/record?tab=review');
  fill(await screen.findByLabelText('处置评估'), '到场及时');
  const theirs = { ...draft, revision: 5, changedBy: '阿坝州值班员', assessment: { ...EMPTY_ASSESSMENT, cause: '吸烟' } };
  wire.on(revise, () => refusedBy(codedError('archive-revised', { by: '阿坝州值班员' }), named(theirs)));
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText('阿坝州值班员刚修改了该档案。您填写的内容仍在。');
  expect(screen.getByLabelText('处置评估')).toHaveProperty('value', '到场及时');
  await user.click(screen.getByRole('button', { name: '保留我的内容' }));
  wire.on(revise, () => named({ ...theirs, revision: 6 }));
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(wire.calls(revise)).toHaveLength(2));
  expect(wire.calls(revise).map(({ body }) => (body as { revision: number }).revision)).toEqual([2, 5]);
  expect(wire.calls(revise)[1]?.body).toMatchObject({ assessment: { review: '到场及时' } });
});

it('an archive is sealed only after a second click, and not with unsaved changes', async () => {
  const { wire, user } = openPanel(draft, '/manage/record?tab=review');
  fill(await screen.findByLabelText('起火原因'), '吸烟');
  expect(screen.getByRole('button', { name: '封存' })).toHaveProperty('disabled', true);
  wire.on(revise, () => named({ ...draft, revision: 3 }));
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(screen.getByRole('button', { name: '封存' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: '封存' }));
  await screen.findByText(/封存后不能再修改/);
  expect(wire.calls(fireArchiveCalls.sealArchive)).toEqual([]);
  wire.on(fireArchiveCalls.sealArchive, () => refusedBy(codedError('archive-area-missing')));
  await user.click(screen.getByRole('button', { name: '封存' }));
  expect((await screen.findByRole('alert')).textContent).toBe('封存前请确定过火面积');
  expect(wire.calls(fireArchiveCalls.sealArchive).map(({ body }) => body)).toEqual([{ id: ARCHIVE, revision: 3 }]);
});

it('a sealed archive cannot be changed; its correction needs a reason', async () => {
  const sealed = { ...draft, seal: { by: '汶川县值班员', at: at('2026-11-22 08:00:00'), sha256: 'ab12' } };
  const desk = openDesk({ at: '/manage/record?tab=review' });
  const { version, corrects, changedBy, changedAt, seal } = sealed;
  const versions = [{ version, corrects, changedBy, changedAt, seal }];
  desk.wire.on(fireArchiveCalls.archiveOne, () => ({ ...fileOf(sealed), versions }));
  desk.show(<Panel onShow={() => undefined} />);
  expect(await screen.findByLabelText('处置评估')).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  await desk.user.click(screen.getByRole('button', { name: '建立更正版本' }));
  expect((await screen.findByRole('alert')).textContent).toBe('请说明更正的原因');
  expect(desk.wire.calls(fireArchiveCalls.openArchive)).toEqual([]);
});

const RUN = '01930000-0000-4000-8000-000000000003';
const SQUARE: [number, number][] = [
  [103.59, 31.48],
  [103.591, 31.48],
  [103.591, 31.481],
  [103.59, 31.48],
];
const run = (more: Partial<Got<typeof fireArchiveCalls.burnMapping>>): Got<typeof fireArchiveCalls.burnMapping> => ({
  id: RUN,
  state: 'reading',
  percent: 0,
  pictures: [],
  faults: [],
  result: null,
  ...more,
});
const READY = run({
  state: 'ready',
  percent: 100,
  result: {
    cellMetres: 20,
    unknownHectares: 3,
    severityHectares: { unburned: 100, low: 4, 'moderate-low': 3, 'moderate-high': 2, high: 1 },
    hectaresAbove: Array.from({ length: 91 }, (_, step) => 91 - step),
  },
});
const ofRun = <const R extends Row>(row: R): R => ({ ...row, path: row.path.replace('{id}', RUN) });
const picture = (name: string) => new File(['II'], name, { type: 'image/tiff' });

async function openMapping() {
  const desk = openPanel(draft, '/manage/record?tab=area');
  desk.wire.on(ofRun(fireArchiveCalls.endBurnMapping), () => undefined);
  await desk.user.click(await screen.findByRole('button', { name: '由卫星影像计算' }));
  return desk;
}

it('the area at a threshold is shown as the slider moves; the outline is previewed and taken over with its sources', async () => {
  const { wire, user } = await openMapping();
  await user.click(screen.getByRole('button', { name: '计算' }));
  expect((await screen.findByRole('alert')).textContent).toBe('请选齐影像文件');
  await user.upload(screen.getByLabelText('灾前影像'), picture('S2_20260301_nbr.tif'));
  await user.upload(screen.getByLabelText('灾后影像'), picture('S2_20260320_nbr.tif'));
  wire.on(fireArchiveCalls.beginBurnMapping, () => run({}));
  wire.on(ofRun(fireArchiveCalls.burnMapping), () => READY);
  await user.click(screen.getByRole('button', { name: '计算' }));
  await screen.findByText('不小于阈值的面积 74 公顷（含零星范围）');
  expect(wire.calls(fireArchiveCalls.beginBurnMapping)[0]?.query).toEqual({ fireId: FIRE, radius: '20', bandOffset: '0' });
  fireEvent.keyDown(screen.getByRole('slider', { name: '阈值（dNBR）' }), { key: 'ArrowRight', keyCode: 39 });
  await screen.findByText('不小于阈值的面积 73 公顷（含零星范围）');
  expect(wire.calls(ofRun(fireArchiveCalls.burnMapping))).toHaveLength(1);

  wire.on(ofRun(fireArchiveCalls.burnMappingOutline), () => ({
    polygons: [[SQUARE]],
    patches: [{ of: 0, severity: 'high' as const, rings: [SQUARE] }],
    hectares: 0.5,
    severityHectares: { low: 0, 'moderate-low': 0, 'moderate-high': 0, high: 0.5 },
    specks: { count: 4, hectares: 0.3 },
    outside: { count: 0, hectares: 0 },
    mergedCells: 1,
  }));
  await user.click(screen.getByRole('button', { name: '预览范围' }));
  await screen.findByText('另有 4 处零星范围共 0.3 公顷，小于最小面积，不计');
  expect(within(screen.getByRole('list', { name: '过火程度图例' })).getByText('0.5 公顷')).toBeDefined();
  expect(wire.calls(ofRun(fireArchiveCalls.burnMappingOutline)).map(({ body }) => body)).toEqual([{ threshold: 0.28, leastHectares: 0.5 }]);
  await user.click(screen.getByRole('button', { name: '采用为过火范围' }));
  await screen.findByText('面 1');
  // The run is ended when its panel closes.
  await waitFor(() => expect(wire.calls(ofRun(fireArchiveCalls.endBurnMapping))).toHaveLength(1));
  wire.on(revise, () => named({ ...draft, revision: 3 }));
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(wire.calls(revise)).toHaveLength(1));
  expect(wire.calls(revise)[0]?.body).toMatchObject({
    assessment: {
      burned: {
        method: 'satellite',
        source: 'S2_20260301_nbr.tif, S2_20260320_nbr.tif',
        mapping: { before: { day: '2026-03-01' }, after: { day: '2026-03-20' }, threshold: 0.28, patches: [{ of: 0, severity: 'high' }] },
      },
    },
  });
});

it('each file shows its own error, and a computation can be cancelled', async () => {
  const { wire, user } = await openMapping();
  await user.upload(screen.getByLabelText('灾前影像'), picture('a.tif'));
  await user.upload(screen.getByLabelText('灾后影像'), picture('b.tif'));
  wire.on(fireArchiveCalls.beginBurnMapping, () => run({}));
  wire.on(ofRun(fireArchiveCalls.burnMapping), () => run({ percent: 40 }));
  await user.click(screen.getByRole('button', { name: '计算' }));
  await screen.findByText('40%');
  await user.click(screen.getByRole('button', { name: '取消计算' }));
  await waitFor(() => expect(wire.calls(ofRun(fireArchiveCalls.endBurnMapping))).toHaveLength(1));
  const reason = '只有一个波段，但值不在 −1 到 1 之间：不是 NBR。近红外与短波红外请分两个文件选';
  const error = { code: 'burn-picture-not-ratio', params: {} };
  wire.on(ofRun(fireArchiveCalls.burnMapping), () => run({ state: 'failed', faults: [{ role: 'after', reason, error }] }));
  await user.click(screen.getByRole('button', { name: '计算' }));
  expect((await screen.findByRole('alert')).textContent).toBe(reason);
  expect(screen.getByText(/^a\.tif/)).toBeDefined();
});

it('the source and the grade of a stored outline are not shown for another, unsaved outline', async () => {
  const ring = [
    [103.59, 31.48],
    [103.6, 31.48],
    [103.6, 31.49],
    [103.59, 31.48],
  ] as const;
  const burned = {
    polygons: [[ring]],
    method: 'drawn',
    source: null,
    hectares: 150,
    cover: null,
    coverSource: null,
    mapping: null,
  } as const;
  const { user } = openPanel({ ...draft, assessment: { ...EMPTY_ASSESSMENT, burned } }, '/manage/record?tab=area');
  await screen.findByText('手绘');
  expect(screen.getByText('按面积 重大')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '全部清除' }));
  await screen.findByText('保存后由服务器在椭球面上计算');
  expect(screen.getByText('保存后评定')).toBeTruthy();
  expect([screen.queryByText('手绘'), screen.queryByText('按面积 重大')]).toEqual([null, null]);
});

it('an imported outline that crosses itself is marked next to its name, before it is saved', async () => {
  const { wire, user } = openPanel(draft, '/manage/record?tab=area');
  const ring = (...at: readonly [number, number][]): [number, number][] => [...at];
  const whole = ring([103.59, 31.48], [103.6, 31.48], [103.6, 31.49], [103.59, 31.49], [103.59, 31.48]);
  const crossing = ring([103.59, 31.48], [103.6, 31.49], [103.6, 31.48], [103.59, 31.49], [103.59, 31.48]);
  const polygons = [[whole], [crossing]];
  wire.on(fireArchiveCalls.readBurnedFile, () => ({ fileName: 'fire.kml', polygons, hectares: 10, rejected: [] }));
  await user.upload(await screen.findByLabelText('导入文件', { selector: 'input' }), new File(['{}'], 'fire.kml'));
  expect((await screen.findByRole('alert')).closest('li')?.textContent).toMatch(/^面 2边线自相交/);
});
