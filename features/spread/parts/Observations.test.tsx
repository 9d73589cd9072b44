// Observations of a fire since its forecast, and the forecast corrected by them.

import { LOST } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { BEGIN, FIRE, lineOf, OTHER, openSpread, RUN, runOf, square } from './testing/spread.tsx';

const { spread } = contract;
const hotspotAt = (id: string, fresh = true) => ({
  kind: 'satellite' as const,
  id,
  time: BEGIN,
  position: { lng: 103.6, lat: 31.5 },
  ellipse: { semiMajorMetres: 300, semiMinorMetres: 200, azimuthDegrees: 30 },
  fresh,
});
const areaAt = (id: string) => ({
  kind: 'perimeter' as const,
  id,
  time: BEGIN,
  ring: square(0.01).slice(0, -1),
  fresh: true,
});
const LAST = { id: OTHER, begin: BEGIN, requestedAt: BEGIN };

it('observations since the last forecast correct it in one click; the new one shows which were used, and how far the last one was off', async () => {
  const { wire, user, show } = openSpread();
  wire.on(spread.fireObservations, () => ({
    last: LAST,
    observations: [hotspotAt('old', false), hotspotAt('a'), hotspotAt('b'), areaAt('c')],
  }));
  wire.on(spread.runSpread, () => ({ id: RUN }));
  const observations = [hotspotAt('a'), hotspotAt('b'), areaAt('c')].map(({ fresh: _, ...one }) => one);
  const perimeter = {
    time: BEGIN,
    forecastHectares: 112,
    observedHectares: 100,
    areaBias: 1.12,
    jaccard: 0.71,
    sorensen: 0.83,
    arrivalBiasMinutes: -9.2,
    frontReached: 1,
  };
  const weighing = { effectiveMembers: 36.7, temper: 0.4, kinds: [{ kind: 'satellite' as const, count: 2, effectiveMembers: 41 }] };
  wire.on(spread.spreadOne, ({ query }) =>
    query.id === OTHER
      ? runOf({ id: OTHER, error: { perimeter, places: null } })
      : runOf({ inputs: { members: 100, correction: { after: OTHER, begins: 'front', observations } }, result: { weighing } }),
  );
  show();
  const since = within(await screen.findByRole('region', { name: '新的观测' }));
  since.getByText(/以后新的观测：2 个热点、1 个过火范围$/);
  await user.click(since.getByRole('button', { name: '用新观测校正' }));
  await screen.findByText('依据：2 个热点、1 个过火范围；有效成员 37/100');
  screen.getByText(/标绘的过火区开始。$/);
  screen.getByText(/已减轻观测的分量/);
  await screen.findByText('上次推演：面积偏大 12%，火头早到 9 分钟，重合度 0.71');
  screen.getByText('与实际相近。');
  await user.click(screen.getByRole('button', { name: '展开依据' }));
  screen.getByText('2 个热点，只按热点：有效成员 41');
  expect(wire.calls(spread.runSpread).map(({ body }) => body)).toEqual([
    { incidentId: FIRE, hours: 6, members: 100, weather: null, correct: true },
  ]);
});

it('without new observations the page states so and offers no correction; without a forecast there is nothing to correct', async () => {
  const { wire, show } = openSpread();
  wire.on(spread.fireObservations, () => ({ last: LAST, observations: [hotspotAt('old', false)] }));
  show();
  const since = within(await screen.findByRole('region', { name: '新的观测' }));
  since.getByText(/以后没有新的观测$/);
  expect(since.getByRole('button', { name: '用新观测校正' })).toHaveProperty('disabled', true);
  const other = openSpread();
  other.wire.on(spread.fireObservations, () => ({ last: null, observations: [hotspotAt('a')] }));
  other.show();
  await screen.findByText('这起火情还没有推演');
  await waitFor(() => expect(other.wire.calls(spread.fireObservations)).toHaveLength(1));
  expect(screen.queryAllByRole('region', { name: '新的观测' })).toHaveLength(1);
});

it('the error of a wrong run is shown by places, with what to do; the list shows the overlap with the actual fire', async () => {
  const { wire, show } = openSpread({ run: RUN });
  wire.on(spread.spreadOne, () =>
    runOf({ error: { perimeter: null, places: { count: 3, within: 0, withinEarly: 1 / 3, meanMetresOff: 640 } } }),
  );
  wire.on(spread.spreadsOfFire, () => [lineOf({ agreement: 0.32, isCorrected: true })]);
  show();
  await screen.findByText('与后来的观测比：3 处观测中 0 处已推算烧到，按偏早的估计则 1 处，平均相差 640 米');
  screen.getByText(/与实际出入大.*实际比推算快/);
  await screen.findByText('重合 0.32');
  screen.getByText('已校正');
});

it('a failed query of observations may be retried', async () => {
  const { wire, user, show } = openSpread();
  wire.on(spread.fireObservations, () => LOST);
  show();
  const retry = await screen.findByRole('button', { name: /重试/ });
  wire.on(spread.fireObservations, () => ({ last: LAST, observations: [] }));
  await user.click(retry);
  await screen.findByText(/以后没有新的观测$/);
});
