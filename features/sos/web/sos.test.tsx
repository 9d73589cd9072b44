import { codedError } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { sosRecords } from '../parts/sos-records.ts';
import type { Sos } from '../sos.ts';
import { SosNotices } from './SosNotices.tsx';
import { SosPage } from './SosPage.tsx';

const { sos } = contract;
const ID = '00000000-0000-4000-8000-000000000001';
const at = (text: string) => new Date(`2026-11-24T${text}+08:00`);
const anSos = (over: Partial<Sos> = {}): Named<Sos> => ({
  id: ID,
  userId: '00000000-0000-4000-8000-000000000002',
  fullName: '护林员一',
  phone: '13800000000',
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  place: { position: { lng: 103.59, lat: 31.48 }, accuracyMetres: 12, foundAt: at('09:40:00') },
  address: '汶川县威州镇',
  raisedAt: at('10:00:00'),
  receivedAt: at('10:00:01'),
  pressedAgain: null,
  calledAt: null,
  taken: null,
  cancelled: null,
  closed: null,
  revision: 1,
  ...over,
});
const taken = anSos({ taken: { by: '阿坝州值班员', accountId: ID, at: at('10:01:00') }, revision: 2 });
const changed = (one: Named<Sos>, seq: number): LiveUpdate => ({
  kind: 'sos-changed',
  sos: one,
  seq,
  publishedAt: new Date(),
  gridNo: OFFICER.gridNo,
  requestId: null,
});

it('a ranger in distress is shown on every page with position, its age and contact, until an officer takes the SOS', async () => {
  const { app, wire, user, show } = openDesk();
  const records = app.records(sosRecords);
  records.load([anSos()], 1);
  wire.on(sos.takeSos, () => refusedBy(codedError('sos-taken', { by: '阿坝州值班员' }), taken));
  show(<SosNotices />);
  const notice = within(await screen.findByRole('region', { name: '求救通知' }));
  notice.getByText('汶川县 护林员一 求救');
  notice.getByText('汶川县威州镇');
  expect(notice.getByRole('link', { name: '13800000000' }).getAttribute('href')).toBe('tel:13800000000');
  await user.click(notice.getByRole('button', { name: '接手 护林员一 的求救' }));
  await notice.findByText(/阿坝州值班员已接手/);
  records.apply([changed(taken, 2)]);
  await waitFor(() => expect(screen.queryByRole('region', { name: '求救通知' })).toBeNull());
});

it('a user who only watches sees the notice without a button to take it', async () => {
  const { app, show } = openDesk({ rights: ['watch-alarms'] });
  app.records(sosRecords).load([anSos({ place: null })], 1);
  show(<SosNotices />);
  await screen.findByText('位置不明');
  expect(screen.queryByRole('button', { name: /^接手/ })).toBeNull();
});

it('an SOS is closed only with an outcome, and is then removed from the open ones', async () => {
  const { app, wire, user, show } = openDesk({ at: '/sos' });
  const records = app.records(sosRecords);
  records.load([taken], 1);
  show(<SosPage />);
  const card = within(await screen.findByRole('region', { name: '汶川县 护林员一 求救' }));
  card.getByText('阿坝州值班员 11-24 10:01 已接手');
  await user.click(card.getByRole('button', { name: '结束求救' }));
  await card.findByText('请选择处置结果');
  expect(wire.calls(sos.closeSos)).toEqual([]);
  const closed = anSos({ ...taken, closed: { by: OFFICER.fullName, at: at('11:00:00'), outcome: 'rescued', note: null } });
  records.apply([changed(closed, 3)]);
  await screen.findByText('没有进行中的求救');
});

it('an empty list of past SOS states the reason and the next step, below one picture', async () => {
  const { wire, show } = openDesk({ at: '/sos?tab=over' });
  wire.on(sos.sosPage, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }));
  answerOwnGrid(wire);
  show(<SosPage />);
  await screen.findByText('没有求救记录');
  screen.getByText('结束和取消的求救列在这里。');
  expect(document.querySelectorAll('.ant-empty-image')).toHaveLength(1);
});
