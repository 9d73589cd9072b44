import { contract } from '@lookout/features/contract.ts';
import { expect, it } from 'vitest';
import { OFFICER, openDesk } from './testing/desk.tsx';

// Proves §2.18b
it('the user info is loaded once per session, whichever pages need it', async () => {
  const { app, wire } = openDesk();
  wire.on(contract.auth.userInfo, () => ({ userDTO: OFFICER, menuDTOS: [], elementCodes: ['bpMonitor'] }));
  await app.loadInfo();
  expect(wire.calls(contract.auth.userInfo)).toHaveLength(0);
  app.session.begin({
    access_token: 'token',
    token_type: 'Bearer',
    expires_in: 3600,
    gridNo: OFFICER.gridNo,
    accid: 'accid',
    imToken: '',
    groupId: OFFICER.groupId,
    systemName: '林火瞭望',
    fullName: OFFICER.fullName,
  });
  await app.loadInfo();
  await app.loadInfo();
  expect(wire.calls(contract.auth.userInfo)).toHaveLength(1);
  expect(app.session.get().rights).toEqual(new Set(['watch-alarms']));
});
