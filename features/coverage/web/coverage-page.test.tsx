import { codedError } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { type Desk, fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { type PositionTaking, PositionTakingContext } from '@lookout/web/globe/PointField.tsx';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { coverageShownOf } from '../parts/coverage-part.ts';
import { aGrid, aMast, aPicture, BLIND_MAST, someFigures } from '../parts/testing/coverage.ts';
import { GridFigures } from './GridFigures.tsx';
import { MastList } from './MastList.tsx';
import { Trial, trialOf } from './Trial.tsx';

const { coverageFigures, coverageMasts, mastViewshed, coverageTrial } = contract.coverage;
const WENCHUAN = '513221' as GridNo;

/** Rows of the only table, cell by cell. */
const tableRows = async () =>
  (await screen.findAllByRole('row'))
    .filter((row) => row.matches('.ant-table-row'))
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .filter((cells) => cells.length > 1);

it('the figures of the grid stand first, then the most dangerous blind share; the height on the map changes located and blind', async () => {
  const { show, wire, app } = openDesk();
  wire.on(coverageFigures, () => someFigures());
  show(<GridFigures gridNo={WENCHUAN} />);
  await screen.findByText('映秀镇');
  expect((await tableRows()).map((cells) => [cells[0], ...cells.slice(2)])).toEqual([
    ['汶川县', '1,000', '200', '600', '900', '300', '400', '42%', '82 / 310'],
    ['映秀镇', '1,000', '0', '100', '300', '50', '900', '93%', '—'],
    ['威州镇', '1,000', '400', '800', '950', '400', '200', '15%', '82 / 310'],
  ]);
  screen.getByText('按 2026-11-24 的火险与可燃物加权');
  act(() => coverageShownOf(app).setState({ targetMetres: 0 }));
  expect((await tableRows())[0]?.slice(6, 8)).toEqual(['100', '800']);
  expect(wire.calls(coverageFigures)).toHaveLength(1);
});

it('counties still being computed are announced and requested again until they are there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { show, wire } = openDesk();
  let pending = 2;
  wire.on(coverageFigures, () => someFigures({ rows: pending > 0 ? [] : [aGrid()], pendingCounties: pending }));
  show(<GridFigures gridNo={WENCHUAN} />);
  await screen.findByText(/还有 2 个县正在计算/);
  pending = 0;
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  await screen.findByText('汶川县');
  expect(screen.queryByText(/正在计算/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  expect(wire.calls(coverageFigures)).toHaveLength(2);
  vi.useRealTimers();
});

it('no answer offers a retry, and no grid says what to do', async () => {
  const { show, wire, user } = openDesk();
  wire.on(coverageFigures, () => LOST);
  show(<GridFigures gridNo={WENCHUAN} />);
  await screen.findByText('没能取得数据');
  wire.on(coverageFigures, () => someFigures({ rows: [] }));
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  await screen.findByText('这里没有可统计的网格');
});

it('without any mast the figures say that all forest is blind, and what to do', async () => {
  const { show, wire } = openDesk();
  wire.on(coverageFigures, () => someFigures({ rows: [aGrid({ masts: 0 })] }));
  show(<GridFigures gridNo={WENCHUAN} />);
  await screen.findByText(/没有一座塔计入视域/);
});

it('land without any elevation is no table of zeros', async () => {
  const { show, wire } = openDesk();
  wire.on(coverageFigures, () => someFigures({ rows: [aGrid({ landHectares: 900, unknownHectares: 900, forestHectares: 0 })] }));
  show(<GridFigures gridNo={WENCHUAN} />);
  await screen.findByText('没有高程，算不出视域');
});

function Masts() {
  return <MastList gridNo={WENCHUAN} url={useUrlState()} />;
}

it('masts say why one does not count and where to change it; a chosen one is drawn alone on the globe', async () => {
  const { show, wire, user, app } = openDesk();
  wire.on(coverageMasts, () => [BLIND_MAST, aMast()]);
  wire.on(mastViewshed, () => aPicture({ show: 'viewshed', version: 'm1', legend: [{ class: '10', colour: '#facc15', hectares: 2_400 }] }));
  show(<Masts />);
  const settings = await screen.findByRole('link', { name: '去设置' });
  expect(new URL((settings as HTMLAnchorElement).href).searchParams.get('text')).toBe('映秀杆');
  await user.click(screen.getByTitle('看威州瞭望塔的视域'));
  const own = await screen.findByRole('region', { name: '威州瞭望塔的视域' });
  await within(own).findByText('离地 10 米以上可见');
  await waitFor(() => expect(coverageShownOf(app).getState().single?.id).toBe(`${aMast().id} m1`));
  await user.click(within(own).getByRole('button', { name: '不再单看这座塔' }));
  await waitFor(() => expect(coverageShownOf(app).getState().single).toBeNull());
  await user.click(screen.getByTitle('看映秀杆的视域'));
  await screen.findByText('不计入视域：没有塔高');
  expect(wire.calls(mastViewshed)).toHaveLength(1);
});

function WithClicks({ children, onTake }: { readonly children: ReactNode; readonly onTake: (taking: PositionTaking) => void }) {
  const [take, setState] = useState<PositionTaking['take']>(null);
  const setTake = useCallback((next: PositionTaking['take']) => setState(() => next), []);
  const taking = useMemo(() => ({ take, setTake }), [take, setTake]);
  onTake(taking);
  return <PositionTakingContext value={taking}>{children}</PositionTakingContext>;
}

function OneTrial() {
  return <Trial gridNo={WENCHUAN} url={useUrlState()} />;
}

const DIFFERENCE = {
  trial: {
    before: aGrid().byHeight,
    after: aGrid().byHeight.map((one) => ({ ...one, seenHectares: one.seenHectares + 50, blindHectares: one.blindHectares - 50 })),
    gainedHectares: [70, 60, 50],
    lostHectares: [20, 10, 0],
  },
  picture: aPicture({ show: 'trial', version: 't1', legend: [{ class: 'gained', colour: '#3ecf8e', hectares: 60 }] }),
};

function openTrial(at: string) {
  const desk = openDesk({ at });
  let taking: PositionTaking | null = null;
  desk.wire.on(coverageMasts, () => [aMast(), BLIND_MAST]);
  desk.wire.on(coverageTrial, () => DIFFERENCE);
  desk.show(
    <WithClicks onTake={(next) => (taking = next)}>
      <OneTrial />
    </WithClicks>,
  );
  const click = (lng: number, lat: number) => act(() => taking?.take?.({ lng, lat }));
  return { ...desk, click };
}

const sentMast = (desk: Pick<Desk, 'wire'>) =>
  (desk.wire.calls(coverageTrial).at(-1)?.body as { readonly masts: readonly unknown[] } | undefined)?.masts[0];

it('a raised mast shows the difference at three heights and draws it; the reset shows the present mast again', async () => {
  const desk = openTrial(`/coverage?list=trial&mast=${aMast().id}`);
  const result = await screen.findByRole('region', { name: '差别（林地，公顷）' });
  await desk.user.click(await screen.findByRole('button', { name: '加高 10 米' }));
  await waitFor(() => expect(sentMast(desk)).toMatchObject({ replaces: aMast().id, mastMetres: 45, rangeMetres: 12_000 }));
  const rows = within(result).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['200 → 250', '100 → 100', '800 → 750', '42% → 42%', '+70', '−20'],
    ['600 → 650', '300 → 300', '400 → 350', '42% → 42%', '+60', '−10'],
    ['900 → 950', '450 → 450', '100 → 50', '42% → 42%', '+50', '0'],
  ]);
  await waitFor(() => expect(coverageShownOf(desk.app).getState().single?.id).toBe('trial t1'));
  await desk.user.click(screen.getByRole('button', { name: '恢复原样' }));
  await waitFor(() => expect(screen.getByRole('spinbutton', { name: '塔高（米）' }).getAttribute('aria-valuenow')).toBe('35'));
});

it('a new mast is placed by a click on the map; without a place nothing is sent', async () => {
  const desk = openTrial('/coverage?list=trial');
  await screen.findByText(/先在地图上点一个位置/);
  expect(desk.wire.calls(coverageTrial)).toEqual([]);
  await desk.user.click(screen.getByRole('button', { name: /点选/ }));
  desk.click(103.5, 31.4);
  await waitFor(() =>
    expect(sentMast(desk)).toEqual({ replaces: null, position: { lng: 103.5, lat: 31.4 }, mastMetres: 30, rangeMetres: 10_000 }),
  );
  fill(screen.getByRole('spinbutton', { name: '塔高（米）' }), '900');
  await screen.findByText(/先在地图上点一个位置/);
  expect(desk.wire.calls(coverageTrial)).toHaveLength(1);
  desk.wire.on(coverageTrial, () => refusedBy(codedError('coverage-no-elevation')));
  fill(screen.getByRole('spinbutton', { name: '塔高（米）' }), '40');
  await screen.findByText(/塔下没有高程，算不出/);
  expect(coverageShownOf(desk.app).getState().single).toBeNull();
});

it('a trial is sent only with a place, a height and a range that a mast may have', () => {
  const draft = { position: { lng: 103, lat: 31 }, mastMetres: 30, rangeMetres: 10_000 };
  expect(trialOf(null, draft)).toEqual({ replaces: null, ...draft });
  for (const over of [
    { position: null },
    { mastMetres: null },
    { mastMetres: Number.NaN },
    { mastMetres: 501 },
    { rangeMetres: 99 },
    { rangeMetres: 50_001 },
  ])
    expect(trialOf(null, { ...draft, ...over })).toBeNull();
});
