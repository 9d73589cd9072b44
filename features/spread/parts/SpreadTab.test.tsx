// 推演 of a fire: requested by the form or on opening the tab, tracked, cancelled, shown again, and the messages when there is no result.
import { codedError } from '@lookout/contract';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { plotRecords } from '../../plot/parts/plot-records.ts';
import { aPlot } from '../../testing/builders.ts';
import { BEGIN, FIRE, INPUTS, lineOf, OTHER, openSpread, RUN, type Run, runOf } from './testing/spread.tsx';

const { spread } = contract;
/** The fields of a run that is not done. */
const PLAIN = { result: null, endedAt: null };

it('without a run, the tab explains what to do; a requested run is tracked until it is done, and remains in the URL', async () => {
  const { wire, user, show } = openSpread();
  const replies: Run[] = [
    ...[4, 1].map((place) => runOf({ ...PLAIN, state: 'queued', progress: 0, queue: { place, burning: place > 1 ? 1 : 0, ownGrid: 0 } })),
    runOf({ ...PLAIN, state: 'running', progress: 0.4 }),
    runOf(),
  ];
  wire.on(spread.runSpread, () => ({ id: RUN }));
  wire.on(spread.spreadOne, () => (replies.length > 1 ? replies.shift() : replies[0]) as Run);
  show();
  await screen.findByText('这起火情还没有推演');
  await screen.findByText('模型推算，不是观测。');
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText('排队第 4 位，前面还有 3 个推演：正在燃烧的火情 1 个（先算），其他网格 2 个（各网格轮流）');
  expect(shown.mock.contexts).toEqual([document.querySelector('section[data-state]')]);
  shown.mockRestore();
  await screen.findByText('排队第 1 位，下一个就算');
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'));
  await screen.findByRole('region', { name: '到达范围' });
  expect(wire.calls(spread.runSpread).map(({ body }) => body)).toEqual([
    { incidentId: FIRE, hours: 6, members: 1, model: 'rothermel', weather: null },
  ]);
  expect(location.search).toContain(`run=${RUN}`);
});

it('opened without a run, the tab shows the newest run that was not cancelled and did not fail, and sets it in the URL for the map', async () => {
  const { wire, show } = openSpread();
  wire.on(spread.spreadsOfFire, () => [lineOf({ id: OTHER, state: 'failed' }), lineOf(), lineOf({ id: `${OTHER.slice(0, -1)}3` })]);
  wire.on(spread.spreadOne, () => runOf());
  show();
  await screen.findByRole('region', { name: '到达范围' });
  expect(location.search).toContain(`run=${RUN}`);
  expect(wire.calls(spread.runSpread)).toEqual([]);
});

/** Sets the clock for tests that enter times. */
function onTheDay(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
}

it('a start too far from now is refused at its field before anything is sent', async () => {
  onTheDay();
  const { wire, user, show } = openSpread();
  show();
  await user.click(await screen.findByLabelText('起始时刻'));
  await user.paste('2026-11-13 08:00');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  const fault = await screen.findByText('开始时间与现在相差不能超过 7 天');
  expect(fault.closest('.ant-form-item')?.contains(screen.getByLabelText('起始时刻'))).toBe(true);
  expect(wire.calls(spread.runSpread)).toEqual([]);
});

it('a run by a model other than the default names the model at its head', async () => {
  const { wire, show } = openSpread({ run: RUN });
  wire.on(spread.spreadOne, () => runOf({ inputs: { model: { name: 'wang', version: '1' } } }));
  show();
  await screen.findByRole('region', { name: '到达范围' });
  expect(document.querySelector('section[data-state="done"] p')?.textContent).toContain('王正非');
});

it('opened from the popup, the tab requests a run at once, with one call, and does not request it again from the URL', async () => {
  const { wire, show } = openSpread();
  history.replaceState({ usr: { forecast: true } }, '', location.href);
  wire.on(spread.runSpread, () => ({ id: RUN }));
  wire.on(spread.spreadOne, () => runOf());
  show();
  await screen.findByRole('region', { name: '到达范围' });
  expect(wire.calls(spread.runSpread).map(({ body }) => body)).toEqual([{ incidentId: FIRE, hours: 6, members: 1, weather: null }]);
  expect((history.state as { usr: unknown } | null)?.usr ?? null).toBeNull();
});

it('starts from the plots drawn for the fire, if the officer chooses them', async () => {
  onTheDay();
  const { app, wire, user, show } = openSpread();
  const corners = [
    { lng: 103.6, lat: 31.5 },
    { lng: 103.61, lat: 31.5 },
    { lng: 103.61, lat: 31.51 },
  ];
  const drawn = { fireId: FIRE, points: corners };
  app
    .records(plotRecords)
    .load(
      [
        aPlot('area', { ...drawn, kind: 'polygon', symbol: 'burnt-area', name: '北坡' }),
        aPlot('front', { ...drawn, kind: 'line', symbol: 'fire-front', name: '东线' }),
        aPlot('break', { ...drawn, kind: 'line', symbol: 'fire-break', name: '隔离带' }),
        aPlot('other', { ...drawn, fireId: OTHER, kind: 'polygon', symbol: 'burnt-area', name: '别处' }),
      ],
      1,
    );
  wire.on(spread.runSpread, () => ({ id: RUN }));
  const later = [{ time: BEGIN, geometry: { type: 'Point' as const, coordinates: [103.6, 31.5] } }];
  wire.on(spread.spreadOne, () => runOf({ inputs: { ignition: { ...INPUTS.ignition, source: 'entered', later } } }));
  show();
  await user.click(await screen.findByRole('combobox', { name: '起火处' }));
  const titles = (await screen.findAllByTitle(/^(北坡|东线|隔离带|别处) /)).map(({ title }) => title.split(' ')[0]);
  expect(titles.toSorted()).toEqual(['东线', '北坡']);
  await user.click(screen.getByTitle(/^北坡 /));
  await user.click(screen.getByTitle(/^东线 /));
  await user.click(screen.getByLabelText('起始时刻'));
  await user.paste('2026-11-21 08:30');
  await user.keyboard('{Enter}');
  // First outside the hours of the run, then within.
  const timeOfFront = screen.getByLabelText(/^东线 .*的起火时刻$/);
  await user.click(timeOfFront);
  await user.paste('2026-11-21 14:30');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText('须在推演的时段内：11-21 08:30 至 11-21 14:30');
  expect(wire.calls(spread.runSpread)).toEqual([]);
  await user.clear(timeOfFront);
  await user.click(timeOfFront);
  await user.paste('2026-11-21 10:00');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByRole('region', { name: '到达范围' });
  const ring = [...corners, ...corners.slice(0, 1)].map(({ lng, lat }) => [lng, lat]);
  const feature = (geometry: object, properties: object | null = null) => ({ type: 'Feature', properties, geometry });
  const features = [
    feature({ type: 'Polygon', coordinates: [ring] }),
    feature({ type: 'LineString', coordinates: ring.slice(0, 3) }, { time: '2026-11-21T02:00:00.000Z' }),
  ];
  expect(wire.calls(spread.runSpread)).toMatchObject([
    {
      body: {
        incidentId: FIRE,
        begin: '2026-11-21T00:30:00.000Z',
        ignition: { type: 'FeatureCollection', features: expect.arrayContaining(features) },
      },
    },
  ]);
  await user.click(screen.getByRole('button', { name: '展开依据' }));
  screen.getByText(/^随后起火：\d\d-\d\d 02:00$/);
});

it('a cancelled run is shown as cancelled', async () => {
  const { wire, user, show } = openSpread({ run: RUN });
  let state: 'running' | 'cancelled' = 'running';
  wire.on(spread.spreadOne, () => runOf({ ...PLAIN, state, progress: 0.2 }));
  wire.on(spread.cancelSpread, () => {
    state = 'cancelled';
    return undefined;
  });
  show();
  await user.click(await screen.findByRole('button', { name: '取消推演' }));
  await screen.findByText('这次推演已取消，没有结果。');
  expect(wire.calls(spread.cancelSpread).map(({ query }) => query)).toEqual([{ id: RUN }]);
});

it('a failed run shows the reason; a deleted run, or one of another grid, is shown as not available', async () => {
  const { wire, show } = openSpread({ run: RUN });
  const failure = { code: 'spread-fault', message: '推演时出错，原因见服务器日志' };
  wire.on(spread.spreadOne, () => runOf({ ...PLAIN, state: 'failed', failure }));
  show();
  await screen.findByText('推演没有完成');
  screen.getByText(failure.message);
  const other = openSpread({ run: OTHER });
  other.wire.on(spread.spreadOne, () => refusedBy(codedError('not-found')));
  other.show();
  await screen.findByText(/没有这次推演，或不在您的网格内/);
});

it('a refusal is shown in the server’s text, and a call without a reply may be sent again', async () => {
  const { wire, user, show } = openSpread();
  wire.on(spread.runSpread, () => refusedBy(codedError('spread-nothing-burns')));
  show();
  await user.click(await screen.findByRole('button', { name: '开始推演' }));
  await screen.findByText(/起火处不可燃/);
  wire.on(spread.runSpread, () => refusedBy(codedError('spread-no-weather'), [{ path: 'weather', message: '没有该处的天气' }]));
  await waitFor(() => expect(screen.getByRole('button', { name: '开始推演' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText(/请勾选“自己填写天气”/);
  wire.on(spread.runSpread, () => LOST);
  await waitFor(() => expect(screen.getByRole('button', { name: '开始推演' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: '开始推演' }));
  await screen.findByText(/没有收到服务器的回应，可能已经开始/);
});

it('earlier runs of the fire, whoever requested them, are listed and can be shown again', async () => {
  const { wire, user, show } = openSpread();
  wire.on(spread.spreadsOfFire, () => [lineOf({ id: OTHER, requestedBy: '王值班', members: 100 }), lineOf()]);
  wire.on(spread.spreadOne, ({ query }) => runOf({ id: query.id ?? '', requestedBy: '王值班' }));
  show();
  await user.click(await screen.findByRole('button', { name: /王值班 · 2 小时 · 100 次，已完成/ }));
  await screen.findByRole('region', { name: '到达范围' });
  expect(wire.calls(spread.spreadOne)[0]?.query).toEqual({ id: OTHER });
});
