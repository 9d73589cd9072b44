import { codedError } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { contract } from '../../contract.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import type { FireDocument } from '../../situation/fire-document.ts';
import { anAlarm, at } from '../../testing/builders.ts';
import type { NamedDueReport } from '../due-report.ts';
import type { ForeseenOfFire } from '../foreseen-report.ts';
import { dueReportRecords } from '../parts/due-report-records.ts';
import type { FactSheet, ReportingRule } from '../reporting-rule.ts';
import { CountdownBadge } from './CountdownBadge.tsx';
import { ReportingPage } from './ReportingPage.tsx';

const { reporting } = contract;
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
/** A number of minutes from now; the extra seconds tolerate a slow test. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000 + 40_000);
const waiting = { insteadOf: null, addedAt: at('2026-11-24 10:00:00'), received: null, read: null };
const aReport = (over: Partial<NamedDueReport> = {}): NamedDueReport => ({
  id: id(1),
  fireId: id(8),
  alarmId: id(8),
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  address: '汶川县威州镇',
  rule: {
    id: 'media',
    deadline: 'at-once',
    form: 'bulletin',
    source: { document: '川森防指[2011]3号', line: '媒体询问', assumed: '“立即”按15分钟计' },
    isConfirmed: false,
    escalateAfterMinutes: 15,
  },
  reason: { kind: 'media' },
  owedAt: at('2026-11-24 10:00:00'),
  dueAt: inMinutes(12),
  receivers: [
    { gridNo: '513200' as GridNo, gridName: '阿坝州', ...waiting },
    { gridNo: '510000' as GridNo, gridName: '四川省', ...waiting },
  ],
  sent: null,
  toldLateAt: null,
  lapsed: null,
  revision: 1,
  ...over,
});
const sentMark = { by: OFFICER.fullName, at: at('2026-11-24 10:05:00'), documentId: id(9) };
const aDocument = (over: Partial<FireDocument> = {}): Named<FireDocument> => ({
  id: id(9),
  fireId: id(8),
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  kind: 'bulletin',
  language: 'zh',
  isDrill: false,
  revision: 1,
  fields: { to: '阿坝州森林草原防灭火指挥部办公室', place: '汶川县威州镇', found: '视频监控', area: '正在核实。' },
  corrects: null,
  createdBy: OFFICER.fullName,
  createdAt: at('2026-11-24 10:01:00'),
  changedBy: OFFICER.fullName,
  changedAt: at('2026-11-24 10:01:00'),
  issue: null,
  ...over,
});
const changed = (report: NamedDueReport, seq: number): LiveUpdate => ({
  kind: 'due-report-changed',
  report,
  seq,
  publishedAt: new Date(),
  gridNo: OFFICER.gridNo,
  requestId: null,
});
const holding = (reports: readonly NamedDueReport[], options: Parameters<typeof openDesk>[0] = {}) => {
  const desk = openDesk({ at: '/reporting', ...options });
  const records = desk.app.records(dueReportRecords);
  records.load(reports, 1);
  return { ...desk, records };
};
const card = async (name = '汶川县 媒体关注') => within(await screen.findByRole('region', { name }));

describe('the countdown in the header', () => {
  it('has the nearest deadline of this desk and the count, and leads to the page', async () => {
    const { records, show } = holding([aReport({ id: id(2), dueAt: inMinutes(40), reason: { kind: 'help' } }), aReport()]);
    show(<CountdownBadge />);
    const link = await screen.findByRole('link', { name: '报送 还有 12 分钟 · 2 件' });
    expect([link.getAttribute('href'), link.dataset.state]).toEqual(['/reporting', 'due']);
    records.apply([changed(aReport({ dueAt: inMinutes(-8), revision: 2 }), 2)]);
    const late = await screen.findByRole('link', { name: '迟报 7 分钟 · 2 件' });
    expect(late.dataset.state).toBe('late');
  });

  it('is empty when only others owe a report; a receiver sees how many it has to read', async () => {
    const { records, show } = holding([aReport()], { officer: { gridNo: '513200' as typeof OFFICER.gridNo } });
    show(<CountdownBadge />);
    expect(screen.queryByRole('link')).toBeNull();
    records.apply([changed(aReport({ sent: sentMark, revision: 2 }), 2)]);
    await screen.findByRole('link', { name: '待阅报送 1 件' });
  });

  it('at a desk above counts what the grids below have not done in time: reports owed to it, and fires that no officer took on', async () => {
    const fire = (minutes: number, over: Partial<NamedAlarm> = {}) =>
      anAlarm('camera', {
        id: crypto.randomUUID(),
        formattedAddress: '汶川县绵虒镇',
        arrivedAt: new Date(Date.now() - minutes * 60_000 - 20_000),
        ...over,
      });
    const late = fire(52);
    const taken = { ...late.response, acknowledgement: { by: '汶川县值班员', accountId: 'a', at: new Date() } };
    const prefecture = { officer: { gridNo: '513200' as typeof OFFICER.gridNo } };
    const alarms = [late, fire(12), fire(60, { response: taken }), fire(90, { gridNo: '513200' as typeof OFFICER.gridNo }), fire(2_000)];
    const { show, records, user } = holding([aReport({ dueAt: inMinutes(-8) }), aReport({ id: id(2), reason: { kind: 'help' } })], {
      ...prefecture,
      alarms,
    });
    show(
      <>
        <CountdownBadge />
        <ReportingPage />
      </>,
    );
    const badge = await screen.findByRole('link', { name: '督办 2' });
    expect([badge.getAttribute('href'), badge.title]).toEqual(['/reporting?tab=oversight', '下级迟报 1 件，超时未接警 1 起']);
    await user.click(badge);
    const fires = within(await screen.findByRole('region', { name: '下级超时未接警' }));
    expect(fires.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['汶川县绵虒镇', `/manage/monitor?alarm=${late.id}`],
    ]);
    fires.getByText(/已等 52 分钟$/);
    await card();
    // The report is sent, so only the fire is left.
    records.apply([changed(aReport({ sent: sentMark, revision: 2 }), 2)]);
    await screen.findByRole('link', { name: '督办 1' });
  });

  it('is hidden without the permission', () => {
    const { show } = holding([aReport()], { rights: ['see-statistics'] });
    show(<CountdownBadge />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the reporting page', () => {
  it('shows why and by which rule a report is owed, that the rule is unverified, the receivers, and lateness as text', async () => {
    const { show } = holding([aReport({ dueAt: inMinutes(-8) })]);
    show(<ReportingPage />);
    const report = await card();
    report.getByText('迟报');
    report.getByText('待核对');
    report.getByText(/^应于 .+ 前报送，已迟 7 分钟$/);
    report.getByText('依据：川森防指[2011]3号，媒体询问（假定：“立即”按15分钟计）');
    expect(
      within(report.getByRole('list', { name: '报送给' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['阿坝州未签收', '四川省未签收']);
  });

  it('opens the form filled from the facts; shows a missing field or that a colleague was first, and retains the entries', async () => {
    const other = aReport({ id: id(2), reason: { kind: 'help' }, dueAt: inMinutes(14) });
    const { records, wire, user, show } = holding([aReport(), other]);
    wire.on(reporting.fillReport, () => aDocument());
    wire.on(reporting.sendReports, () => refusedBy(codedError('document-incomplete', { blank: ['next'] })));
    show(<ReportingPage />);
    await user.click((await card()).getByRole('button', { name: '填写并报送' }));
    const dialog = within(await screen.findByRole('dialog', { name: '火情快报' }));
    expect((dialog.getByLabelText('地点') as HTMLTextAreaElement).value).toBe('汶川县威州镇');
    await user.click(dialog.getByRole('button', { name: '报送' }));
    await dialog.findByText(/还不能签发，请填写：下一步/);
    fill(dialog.getByLabelText('下一步'), '继续扑救');
    wire.on(reporting.sendReports, () => refusedBy(codedError('report-sent', { by: '同事' }), aReport({ sent: sentMark })));
    await user.click(dialog.getByRole('button', { name: '报送' }));
    await dialog.findByText(/已由同事报送/);
    expect((dialog.getByLabelText('下一步') as HTMLTextAreaElement).value).toBe('继续扑救');
    // One form for all reports that the fire owes.
    wire.on(reporting.sendReports, () => [aReport({ sent: sentMark })]);
    await user.click(dialog.getByRole('button', { name: '报送' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '火情快报' })).toBeNull());
    const sent = wire.calls(reporting.sendReports).at(-1)?.body;
    expect(sent).toMatchObject({
      ids: [id(1), id(2)],
      documentId: id(9),
      revision: 1,
      fields: { next: '继续扑救', place: '汶川县威州镇' },
    });
    records.apply([changed(aReport({ sent: sentMark, revision: 2 }), 2)]);
    await (await card()).findByText('汶川县值班员 11-24 10:05 已报送');
  });

  it('lets a receiver sign for a report, and marks it as read when its text is open, which removes it from the open ones', async () => {
    const sent = aReport({ sent: sentMark, revision: 2 });
    const { records, wire, user, show } = holding([sent], {
      officer: { gridNo: '513200' as typeof OFFICER.gridNo, fullName: '阿坝州值班员' },
    });
    wire.on(reporting.receiveReport, () => sent);
    wire.on(reporting.dueReport, () => ({ report: sent, document: aDocument({ fields: { place: '威州镇后山' } }) }));
    wire.on(reporting.readReport, () => sent);
    show(<ReportingPage />);
    const report = await card();
    expect(report.queryByRole('button', { name: '填写并报送' })).toBeNull();
    await user.click(report.getByRole('button', { name: '签收' }));
    await waitFor(() => expect(wire.calls(reporting.receiveReport)).toHaveLength(1));
    await user.click(report.getByRole('button', { name: '阅读' }));
    within(await screen.findByRole('dialog', { name: '汶川县的火情快报' })).getByText('威州镇后山');
    await waitFor(() => expect(wire.calls(reporting.readReport)).toHaveLength(1));
    const mark = { by: '阿坝州值班员', at: at('2026-11-24 10:06:00') };
    const receivers = sent.receivers.map((one) => ({ ...one, received: mark, read: mark }));
    records.apply([changed({ ...sent, receivers, revision: 4 }, 3)]);
    await screen.findByText('没有待办的报送');
  });

  it('shows for another grid’s report who must send it; a user who may only watch can only read', async () => {
    const { show } = holding([aReport(), aReport({ id: id(2), reason: { kind: 'help' }, sent: sentMark })], {
      officer: { gridNo: '513200' as typeof OFFICER.gridNo },
      rights: ['watch-alarms'],
    });
    show(<ReportingPage />);
    (await card()).getByText('由汶川县报送');
    const buttons = (await card('汶川县 需要省上支援')).getAllByRole('button').map((button) => button.textContent);
    expect(buttons).toEqual(['阅读']);
  });

  it('shows loading, an empty list, and a retry when the connection is lost', async () => {
    const { app, wire, show } = openDesk({ at: '/reporting' });
    show(<ReportingPage />);
    await waitFor(() => expect(document.querySelector('.ant-skeleton')).not.toBeNull());
    const records = app.records(dueReportRecords);
    const load = () =>
      records.refresh({
        client: app.client,
        rights: app.session.get().rights,
        since: () => 0,
        isOver: () => false,
        later: () => undefined,
      });
    wire.on(reporting.dueReportPage, () => LOST);
    await act(load);
    await screen.findByRole('button', { name: /重\s?试/ });
    wire.on(reporting.dueReportPage, () => ({ total: 0, pageNo: 1, pageSize: 500, list: [] }));
    await act(load);
    await screen.findByText('没有待办的报送');
    screen.getByText('火情符合报送规则时，时限和倒计时显示在这里。');
  });

  it('accepts facts that no data contains, one by one, and shows those from the data', async () => {
    const facts: FactSheet = {
      alarmId: id(8),
      gridNo: OFFICER.gridNo,
      noted: [],
      areaHectares: 12.34,
      pixels: 2,
      borders: { county: 800, province: 120_000 },
      facilities: [],
      holiday: null,
      burningSince: at('2026-11-24 09:00:00'),
    };
    const { wire, user, show } = holding([aReport()]);
    wire.on(reporting.reportingFacts, () => LOST);
    show(<ReportingPage />);
    const report = await card();
    await user.click(report.getByRole('button', { name: '需要值班员填写的事实' }));
    const retry = await report.findByRole('button', { name: /重\s?试/ });
    wire.on(reporting.reportingFacts, () => facts);
    await user.click(retry);
    await report.findByText('标绘或上报过火面积 12.3 公顷');
    report.getByText('距县界 800 m，省界 120.0 km');
    report.getByText('今年的节假日安排未录入，请在上方填写');
    const noted: FactSheet['noted'] = [{ fact: 'dead', value: 3, by: OFFICER.fullName, at: at('2026-11-24 10:07:00') }];
    wire.on(reporting.noteReportingFact, () => ({ ...facts, noted }));
    await user.type(report.getByLabelText('死亡人数'), '3{Enter}');
    await report.findByText('汶川县值班员 11-24 10:07');
    expect(wire.calls(reporting.noteReportingFact)[0]?.body).toEqual({ alarmId: id(8), fact: 'dead', value: 3 });
  });

  it('lists completed reports', async () => {
    const { wire, show } = openDesk({ at: '/reporting?tab=over' });
    answerOwnGrid(wire);
    wire.on(reporting.dueReportPage, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }));
    show(<ReportingPage />);
    await screen.findByText('没有已结束的报送');
  });
});

describe('预计需报送', () => {
  const rule = { id: 'threat', source: { document: '川森防指[2011]3号', line: '', assumed: null }, isConfirmed: false };
  const foreseenOf = (over: Partial<ForeseenOfFire> = {}): Named<ForeseenOfFire> => ({
    alarmId: id(8),
    gridNo: OFFICER.gridNo,
    gridName: '汶川县',
    address: '汶川县威州镇',
    rule,
    reason: { kind: 'threat', name: '甲村' },
    expectedAt: inMinutes(60),
    dueAt: inMinutes(75),
    forecastAt: inMinutes(-30),
    ...over,
  });
  const openForeseen = (rights?: Parameters<typeof openDesk>[0]) => {
    const desk = openDesk({ at: '/reporting?tab=foreseen', ...rights });
    answerOwnGrid(desk.wire);
    return desk;
  };

  it('lists by fire what its forecast foresees, as a hint with a link to the forecast; reloads when a report falls due', async () => {
    const area = foreseenOf({
      rule: { ...rule, id: 'area-100', isConfirmed: true },
      reason: { kind: 'area', hectares: 130, least: 100 },
    });
    const other = foreseenOf({ alarmId: id(7), address: '汶川县映秀镇' });
    const { app, wire, show } = openForeseen();
    const listeners = new Set<Parameters<typeof app.onLive>[0]>();
    vi.spyOn(app, 'onLive').mockImplementation((listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    });
    wire.on(reporting.foreseenReportList, () => [foreseenOf(), other, area]);
    show(<ReportingPage />);
    const fire = await card('汶川县 汶川县威州镇');
    expect(fire.getAllByRole('listitem')).toHaveLength(2);
    fire.getByText('提示，不是应报事项');
    fire.getByText(/^约 .+ 将烧到“甲村”$/);
    fire.getByText(/^约 .+ 过火面积将达 130 公顷，达到 100 公顷$/);
    expect(fire.getAllByText(/^届时应于 .+ 前报送（川森防指\[2011\]3号）$/)).toHaveLength(2);
    expect(fire.getAllByText('待核对')).toHaveLength(1);
    expect(fire.getByRole('link', { name: '看推演' }).getAttribute('href')).toBe(`/manage/decision?fireId=${id(8)}&tab=spread`);
    fire.getByText(/^按 .*\d\d:\d\d 起的推演/);
    screen.getByText(/不是应报事项，不计时限/);
    // Foreseen reports are not counted in the tab.
    screen.getByRole('tab', { name: '待办 0' });
    expect(fire.queryAllByRole('button')).toEqual([]);
    await card('汶川县 汶川县映秀镇');
    wire.on(reporting.foreseenReportList, () => [other]);
    for (const listener of listeners) listener([changed(aReport(), 2)], 'live');
    await waitFor(() => expect(screen.queryByRole('region', { name: '汶川县 汶川县威州镇' })).toBeNull());
  });

  it('shows loading, and a message when no report is foreseen', async () => {
    const { wire, show } = openForeseen();
    const { promise, resolve } = Promise.withResolvers<Named<ForeseenOfFire>[]>();
    wire.on(reporting.foreseenReportList, () => promise);
    show(<ReportingPage />);
    await waitFor(() => expect(document.querySelector('.ant-skeleton')).not.toBeNull());
    resolve([]);
    await screen.findByText('没有预计需报送的');
    screen.getByText('真实火情有未过期的蔓延推演，且推演将符合报送规则时，列在这里。');
  });

  it('shows a lost connection and offers a retry', async () => {
    const { wire, user, show } = openForeseen();
    wire.on(reporting.foreseenReportList, () => LOST);
    show(<ReportingPage />);
    const retry = await screen.findByRole('button', { name: /重\s?试/ });
    wire.on(reporting.foreseenReportList, () => [foreseenOf()]);
    await user.click(retry);
    await card('汶川县 汶川县威州镇');
  });

  it('shows a user who may not see forecasts that it is not permitted, and sends no request', async () => {
    const { wire, show } = openForeseen({ rights: ['watch-alarms'] });
    show(<ReportingPage />);
    await screen.findByText('当前账号不能看预计需报送的');
    expect(wire.calls(reporting.foreseenReportList)).toEqual([]);
  });
});

describe('the reporting rules', () => {
  const aRule = (over: Partial<ReportingRule> = {}): Named<ReportingRule> => ({
    id: 'area-100',
    gridNo: '510000' as GridNo,
    gridName: '四川省',
    condition: { kind: 'area', hectares: 100 },
    deadline: 'at-once',
    to: 'prefecture-and-province',
    form: 'bulletin',
    escalateAfterMinutes: 15,
    enabled: true,
    source: { document: '川森防指[2011]3号', line: '过火面积 100 公顷以上', assumed: null },
    revision: 0,
    changed: null,
    confirmed: null,
    ...over,
  });
  const revise = { ...reporting.reviseReportingRule, path: reporting.reviseReportingRule.path.replace('{id}', 'area-100') } as const;
  const NAME = '过火面积不小于 100 公顷';
  const atRules = (officer: Partial<typeof OFFICER>) => openDesk({ at: '/reporting?tab=rules', officer });

  it('are read by every desk, changed and confirmed only from a grid that covers theirs', async () => {
    const { wire, show } = atRules({});
    wire.on(reporting.reportingRuleList, () => [aRule()]);
    show(<ReportingPage />);
    const rule = await card(NAME);
    rule.getByText('待核对');
    rule.getByText('依据：川森防指[2011]3号，过火面积 100 公顷以上');
    expect(rule.queryAllByRole('button')).toEqual([]);
  });

  it('are confirmed with a name, and changed in a form that retains the entries when another officer was first', async () => {
    const { wire, user, show } = atRules({ gridNo: '510000' as typeof OFFICER.gridNo, fullName: '四川省值班员' });
    let now = aRule();
    wire.on(reporting.reportingRuleList, () => [now]);
    wire.on(reporting.confirmReportingRule, () => {
      now = aRule({ revision: 1, confirmed: { by: '四川省值班员', at: at('2026-11-24 11:00:00') } });
      return now;
    });
    show(<ReportingPage />);
    await user.click((await card(NAME)).getByRole('button', { name: '核对无误' }));
    await (await card(NAME)).findByText('四川省值班员 11-24 11:00 核对无误');
    wire.on(revise, () => refusedBy(codedError('report-rule-revised', { by: '同事' }), now));
    await user.click((await card(NAME)).getByRole('button', { name: '修改' }));
    const dialog = within(await screen.findByRole('dialog', { name: `修改规则：${NAME}` }));
    fill(dialog.getByLabelText('面积不小于（公顷）'), '50');
    await user.click(dialog.getByRole('button', { name: '保存' }));
    await dialog.findByText(/规则刚被同事修改/);
    expect((dialog.getByLabelText('面积不小于（公顷）') as HTMLInputElement).value).toBe('50');
    expect(wire.calls(revise)[0]?.body).toEqual({
      condition: { kind: 'area', hectares: 50 },
      deadline: 'at-once',
      to: 'prefecture-and-province',
      form: 'bulletin',
      escalateAfterMinutes: 15,
      enabled: true,
      revision: 1,
    });
  });

  it('show a message for a region without rules, and offer a retry without a connection', async () => {
    const { wire, user, show } = atRules({});
    wire.on(reporting.reportingRuleList, () => LOST);
    show(<ReportingPage />);
    const retry = await screen.findByRole('button', { name: /重\s?试/ });
    wire.on(reporting.reportingRuleList, () => []);
    await user.click(retry);
    await screen.findByText('本地区没有报送规则');
  });
});
