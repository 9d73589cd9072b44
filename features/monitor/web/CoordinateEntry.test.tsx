// 经纬度定位 on the monitor's page.

import { fill } from '@lookout/web/app/testing/desk.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openMonitor } from './testing/monitor.tsx';

/** Opens the monitor with the form. */
async function openForm() {
  // From an altitude of 300 km on the map shows the resources as counts.
  const { user } = await openMonitor();
  await user.click(within(screen.getByRole('region', { name: '底部工具栏' })).getByRole('button', { name: '经纬度定位' }));
  const form = within(await screen.findByRole('form', { name: '经纬度定位' }));
  return async (lng: string, lat: string) => {
    fill(form.getByLabelText('经度'), lng);
    fill(form.getByLabelText('纬度'), lat);
    await user.click(form.getByRole('button', { name: '定位' }));
  };
}
const view = () => new URLSearchParams(location.search).get('at');

// Proves §2.28, §9.5c
it('flies to 300000 m above the entered position (specification §9), also from a lower altitude; degrees, minutes and seconds are accepted', async () => {
  const enter = await openForm();
  await enter('103.17', '31.44');
  await waitFor(() => expect(view()).toMatch(/^103\.17000,31\.44000,300000,/));
  await enter(`103°35'24"E`, '31°28′48″N');
  await waitFor(() => expect(view()).toMatch(/^103\.59000,31\.48000,300000,/));
});

it('if one of the two is missing, both are required; a value outside the range is reported; the map does not move', async () => {
  const enter = await openForm();
  const before = view();
  for (const [lng, lat, words] of [
    ['103.59', '', '请同时输入经度和纬度'],
    ['203', '31.48', '超出范围'],
    ['', '31.48', '请同时输入经度和纬度'],
  ] as const) {
    await enter(lng, lat);
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([expect.stringContaining(words)]),
    );
  }
  expect(view()).toBe(before);
});
