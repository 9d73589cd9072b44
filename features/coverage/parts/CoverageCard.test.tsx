import { codedError } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { CoverageCard } from './CoverageCard.tsx';
import { coverageShownOf } from './coverage-part.ts';
import { MastCoverage } from './MastCoverage.tsx';
import { aMast, aPicture, BLIND_MAST } from './testing/coverage.ts';

const { coveragePicture, coverageMasts } = contract.coverage;
const WENCHUAN = '513221' as GridNo;

function openCard() {
  const desk = openDesk();
  const store = coverageShownOf(desk.app);
  store.setState({ isShown: true, wanted: [WENCHUAN] });
  desk.wire.on(coveragePicture, ({ query }) => aPicture({ show: query.show as 'masts' | 'ellipse' }));
  return { ...desk, store };
}

const items = async () =>
  (await within(await screen.findByRole('list', { name: '图例' })).findAllByRole('listitem')).map(({ textContent }) => textContent);

it('the picture is sent to the globe, and the card shows what its colours mean in hectares and what it stands on', async () => {
  const { show, store, wire } = openCard();
  show(<CoverageCard />);
  expect(await items()).toEqual(['盲区林地12,346 公顷', '可交会定位（夹角≥15°）4.3 公顷']);
  screen.getByText(/演示地形；每格约 153 米/);
  expect(store.getState()).toMatchObject({ pictures: [{ columns: 2, rows: 1, box: [103, 31, 104, 31.5] }], state: { kind: 'ready' } });
  expect(wire.calls(coveragePicture).map(({ query }) => query)).toEqual([{ gridNo: WENCHUAN, targetMetres: '10', show: 'masts' }]);
});

it('another height, the error ellipse and poorer visibility are separate pictures with their own legend', async () => {
  const { show, store, wire, user } = openCard();
  show(<CoverageCard />);
  await items();
  const before = store.getState().pictures[0]?.id;
  await user.click(screen.getByText('50 米'));
  await user.click(screen.getByText('定位误差'));
  await screen.findByText('长半轴 0–50 米');
  await user.click(screen.getByTitle('5 km'));
  await waitFor(() =>
    expect(wire.calls(coveragePicture).at(-1)?.query).toEqual({
      gridNo: WENCHUAN,
      targetMetres: '50',
      show: 'ellipse',
      visibilityMetres: '5000',
    }),
  );
  await waitFor(() => expect(store.getState().pictures[0]?.id).toContain('5000'));
  expect(store.getState().pictures[0]?.id).not.toBe(before);
});

it('without elevation, outside of every prefecture and without an answer the card says what to do', async () => {
  const { show, store, wire, user } = openCard();
  wire.on(coveragePicture, () => refusedBy(codedError('coverage-no-elevation')));
  show(<CoverageCard />);
  await screen.findByText('没有高程，算不出视域');
  screen.getByText(/导入这一片的高程/);
  wire.on(coveragePicture, () => aPicture({ ground: 'none' }));
  await user.click(screen.getByText('0 米'));
  await screen.findByText('没有高程，算不出视域');
  expect(store.getState().pictures).toEqual([]);
  wire.on(coveragePicture, () => LOST);
  await user.click(screen.getByText('50 米'));
  await screen.findByText('没能取得数据');
  expect(store.getState().state.kind).toBe('failed');
  wire.on(coveragePicture, () => aPicture());
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  await items();
  store.setState({ wanted: [] });
  await screen.findByText('视野内没有市州');
});

it('closing the card switches the layer off', async () => {
  const { show, app, user } = openCard();
  const seen: boolean[] = [];
  app.layers.register({
    id: 'coverage',
    group: 'weather',
    title: { zh: '', en: '' },
    visible: true,
    setVisible: (on) => void seen.push(on),
  });
  show(<CoverageCard />);
  await items();
  await user.click(await screen.findByRole('button', { name: '关闭护林视域' }));
  expect(seen).toEqual([false]);
});

it("a tower's card says what it sees of forest, or why it does not count; a camera of the tower has the same", async () => {
  const { show, wire } = openDesk();
  wire.on(coverageMasts, () => [aMast(), BLIND_MAST]);
  show(
    <>
      <MastCoverage of={{ id: aMast().cameraIds[0] as string, gridNo: WENCHUAN }} />
      <MastCoverage of={{ id: BLIND_MAST.id, gridNo: WENCHUAN }} />
      <MastCoverage of={{ id: '7a000000-0000-4000-8000-00000000000f', gridNo: WENCHUAN }} />
    </>,
  );
  await screen.findByText(/离地 10 米：看得见 2,400 公顷，其中林地 1,300 公顷/);
  screen.getByText(/不计入视域：没有塔高/);
  screen.getByText('这座塔不在视域的计算里');
  expect(screen.getAllByRole('link', { name: '看视域' })[0]?.getAttribute('href')).toBe(`/coverage?list=masts&mast=${aMast().id}`);
});
