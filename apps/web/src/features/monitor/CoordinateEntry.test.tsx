// 经纬度定位 on the monitor's page.
import { contract } from '@lookout/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill } from '../../app/testing/desk.tsx';
import { openMonitor } from './testing/monitor.tsx';

// Proves §2.28, §9.5c
it('flies to 300000 m above the entered position (specification §9), also from nearer', async () => {
  // From 300 km the resources are counted.
  const { user } = await openMonitor({ answer: ({ on }) => on(contract.resources.counts, () => []) });
  await user.click(within(screen.getByRole('region', { name: '底部工具栏' })).getByRole('button', { name: '经纬度定位' }));
  const form = within(await screen.findByRole('form', { name: '经纬度定位' }));
  fill(form.getByLabelText('经度'), '103.17');
  fill(form.getByLabelText('纬度'), '31.44');
  await user.click(form.getByRole('button', { name: '定位' }));
  await waitFor(() => expect(new URLSearchParams(location.search).get('at')).toMatch(/^103\.17000,31\.44000,300000,/));
});
