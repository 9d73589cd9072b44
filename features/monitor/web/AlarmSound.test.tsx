import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { SoundControl } from './SoundControl.tsx';

it('静音，直到重新打开 has no end, and the menu turns the sound on again', async () => {
  const { user, show, wire } = openDesk();
  wire.on(contract.danger.fireLevel, () => []);
  wire.on(contract.notification.aging, () => ({ policies: [], desks: [] }));
  show(<SoundControl />);
  const control = screen.getByRole('button', { name: /^告警声：/ });
  await user.click(control);
  await user.click(await screen.findByRole('menuitem', { name: '静音，直到重新打开' }));
  await waitFor(() => expect(control.getAttribute('aria-label')).toBe('告警声：已静音'));
  await user.click(control);
  await user.click(await screen.findByRole('menuitem', { name: '打开告警声' }));
  await waitFor(() => expect(control.getAttribute('aria-label')).toBe('告警声：告警声开'));
});
