import { codedError } from '@lookout/contract';
import { MINUTE_MS, type Named } from '@lookout/domain';
import { OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { SilentAudioContext } from '@lookout/web/shared/testing/sound-page.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { contract } from '../../contract.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { aPerson } from '../../testing/builders.ts';
import { safetyRecords } from '../parts/safety-records.ts';
import type { PersonSafety } from '../safety.ts';
import { SafetyNotices } from './SafetyNotices.tsx';
import { SafetyPage } from './SafetyPage.tsx';

const { takeSafety } = contract.safety;
const GRID = { gridNo: OFFICER.gridNo, gridName: OFFICER.gridName };
/** Half a minute later than given, so that rounding down does not lose a minute during the test. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS + 30_000);

/** A person whom the fire reaches in 25 minutes. */
const person = (over: Partial<Named<PersonSafety>> = {}): Named<PersonSafety> =>
  aPerson(crypto.randomUUID(), {
    userId: crypto.randomUUID(),
    fireId: crypto.randomUUID(),
    runId: crypto.randomUUID(),
    ...GRID,
    positionAt: new Date(),
    checkedAt: new Date(),
    arrivesAt: inMinutes(25),
    alarm: { raisedAt: new Date(), reasons: ['margin'], taken: null },
    ...over,
  });
const taken = (of: Named<PersonSafety>): Named<PersonSafety> => ({
  ...of,
  alarm: of.alarm && { ...of.alarm, taken: { by: '阿坝州值班员', accountId: crypto.randomUUID(), at: new Date() } },
  revision: 2,
});
const changed = (of: Named<PersonSafety>, seq: number): LiveUpdate => ({
  kind: 'safety-changed',
  safety: of,
  seq,
  publishedAt: new Date(),
  gridNo: OFFICER.gridNo,
  requestId: null,
});
const region = () => screen.findByRole('region', { name: '人员安全通知' });

it('a person with less than half an hour has a notice on every page, with the fire, the way out and the phone number, until an officer takes the alarm', async () => {
  const { app, wire: server, user, show } = openDesk();
  const records = app.records(safetyRecords);
  const one = person();
  records.load([one], 1);
  server.on(takeSafety, () => refusedBy(codedError('safety-taken', { by: '阿坝州值班员' }), taken(one)));
  show(<SafetyNotices />);
  const notice = within(await region());
  notice.getByText('汶川县 扎西，火约 25 分钟后到达，撤离需 12 分钟，余量 13 分钟');
  notice.getByText('撤离：向东北 600 米，没有可燃物的开阔地，步行约 12 分钟');
  notice.getByText(/依据 .* 的推算 · 按较早的一成推演/);
  expect(notice.getByRole('link', { name: '13800000000' }).getAttribute('href')).toBe('tel:13800000000');
  await user.click(notice.getByRole('button', { name: '接手 扎西 的人员安全告警' }));
  await notice.findByText(/阿坝州值班员/);
  records.apply([changed(taken(one), 2)]);
  await waitFor(() => expect(screen.queryByRole('region', { name: '人员安全通知' })).toBeNull());
});

it('sounds while an alarm is not taken, and stops once it is', async () => {
  const { app, user, show } = openDesk();
  let signals = 0;
  vi.stubGlobal(
    'AudioContext',
    class extends SilentAudioContext {
      override readonly createOscillator = () => {
        signals++;
        return new SilentAudioContext().createOscillator();
      };
    },
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const records = app.records(safetyRecords);
  const one = person();
  records.load([one], 1);
  show(<SafetyNotices />);
  // A browser allows sound only after a gesture.
  await user.click(await region());
  await waitFor(() => expect(signals).toBe(1));
  vi.advanceTimersByTime(6_000);
  expect(signals).toBe(2);
  records.apply([changed(taken(one), 2)]);
  await waitFor(() => expect(screen.queryByRole('region', { name: '人员安全通知' })).toBeNull());
  vi.advanceTimersByTime(12_000);
  expect(signals).toBe(2);
});

it('an officer who only watches sees the notice without a button to take it; a user without that permission sees nothing', async () => {
  const { app, show } = openDesk({ rights: ['watch-alarms'] });
  const lost = person({ contact: 'lost', phone: null, positionAt: new Date(Date.now() - 15 * MINUTE_MS) });
  app.records(safetyRecords).load([lost], 1);
  show(<SafetyNotices />);
  const notice = within(await region());
  notice.getByText(/^汶川县 扎西，失联，最后位置 15 分钟前，火约 25 分钟后到达/);
  notice.getByText(/没有登记电话/);
  expect(notice.queryByRole('button', { name: /^接手/ })).toBeNull();
});

it('the way out is shown on the monitor, whatever page is open', async () => {
  const { app, user, show } = openDesk({ at: '/warning' });
  app.records(safetyRecords).load([person()], 1);
  show(<SafetyNotices />);
  await user.click(within(await region()).getByRole('button', { name: '看撤离路线：扎西' }));
  expect(`${location.pathname}${location.search}`).toMatch(/^\/manage\/monitor\?at=103\.55000,31\.45000/);
  await user.click(await screen.findByRole('button', { name: '收起路线：扎西' }));
  await screen.findByRole('button', { name: '看撤离路线：扎西' });
});

it('the page lists everyone by urgency, including people with enough margin, and shows who has taken an alarm', async () => {
  const { app, show } = openDesk({ at: '/safety' });
  const records = app.records(safetyRecords);
  const [safe, shut, handled] = [
    person({ fullName: '甲', class: 'safe', arrivesAt: inMinutes(300), marginMinutes: 288, alarm: null }),
    person({ fullName: '乙', class: 'no-way-out', escape: null, marginMinutes: null }),
    taken(person({ fullName: '丙' })),
  ];
  show(<SafetyPage />);
  records.load([safe, handled, shut], 1);
  await screen.findByText('火场附近 3 人，有危险 2 人');
  const cards = screen.getAllByRole('region', { name: /^汶川县 / });
  expect(cards.map((card) => card.querySelector('h2')?.textContent)).toEqual(['汶川县 乙', '汶川县 丙', '汶川县 甲']);
  const [first, second, third] = cards.map((card) => within(card));
  first?.getByText('无路可退');
  first?.getByRole('button', { name: '看位置：乙' });
  second?.getByText(/^阿坝州值班员 .*已接手$/);
  expect(second?.queryByRole('button', { name: /^接手/ })).toBeNull();
  third?.getByText('余量充足');
  records.apply([changed({ ...safe, class: 'not-threatened', escape: null, arrivesAt: null, marginMinutes: null, revision: 2 }, 2)]);
  await screen.findByText('火场附近 2 人，有危险 2 人');
});

it('an empty list explains why and what to do next', async () => {
  const { app, show } = openDesk({ at: '/safety' });
  show(<SafetyPage />);
  app.records(safetyRecords).load([], 1);
  await screen.findByText('没有人在火的前方');
});

it('the safety page offers the same actions in its list, so that no notice is shown over it and only the sound remains', async () => {
  const { app, show } = openDesk({ at: '/safety' });
  app.records(safetyRecords).load([person()], 1);
  show(<SafetyNotices />);
  const notices = within(await region());
  notices.getByText(/浏览器还没有允许声音/);
  expect(notices.queryByText(/扎西/)).toBeNull();
});
