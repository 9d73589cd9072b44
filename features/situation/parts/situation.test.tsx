import { codedError } from '@lookout/contract';
import { type GridNo, withGridName } from '@lookout/domain';
import { fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../alarm/alarm.ts';
import { contract } from '../../contract.ts';
import { at } from '../../testing/builders.ts';
import { BULLETIN_LINES, bulletinLines, type FireDocument } from '../fire-document.ts';
import type { FireOrder } from '../fire-order.ts';
import { DocumentsPart } from './DocumentsPart.tsx';
import { receiverOf } from './OrderForm.tsx';
import { OrdersPart } from './OrdersPart.tsx';

const { situation } = contract;
const FIRE = '01930000-0000-7000-8000-000000000001';
const ID = '01930000-0000-4000-8000-000000000002';
const nameOf = () => '汶川县';

const order: FireOrder = {
  id: ID,
  fireId: FIRE,
  receivers: [
    { id: 'a', kind: 'team', name: '甲队', userId: null, receipt: null },
    {
      id: 'b',
      kind: 'post',
      name: '后勤组',
      userId: null,
      receipt: { at: at('2020-11-24 08:10:00'), by: '指挥长', isOnBehalf: true, note: '电台' },
    },
  ],
  content: '沿北侧山脊开设隔离带',
  dueAt: at('2020-11-24 08:30:00'),
  issuedBy: '指挥长',
  issuedAt: at('2020-11-24 08:00:00'),
  withdrawal: null,
};

function openOrders(orders: readonly FireOrder[], isBurning = true) {
  const desk = openDesk({});
  desk.wire.on(situation.orderList, () => orders);
  desk.show(<OrdersPart fireId={FIRE} isBurning={isBurning} />);
  return desk;
}

describe('orders', () => {
  it('show who has acknowledged them and who has not in time', async () => {
    openOrders([order]);
    await screen.findByText('沿北侧山脊开设隔离带');
    expect(screen.getByText(/超时未收到/)).toBeTruthy();
    expect(screen.getByText(/收到 .* 指挥长代记/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '收到：后勤组' })).toBeNull();
  });

  it('are acknowledged with one click, and withdrawn only with a reason', async () => {
    const { wire, user } = openOrders([order]);
    wire.on(situation.receiveOrder, () => order);
    await user.click(await screen.findByRole('button', { name: '收到：甲队' }));
    await waitFor(() => expect(wire.calls(situation.receiveOrder).map(({ body }) => body)).toEqual([{ id: ID, receiverId: 'a' }]));
    await user.click(screen.getByRole('button', { name: '撤回命令：沿北侧山脊开设隔离带' }));
    await user.click(screen.getAllByRole('button', { name: '撤回' }).at(-1) as HTMLElement);
    await screen.findByText('请说明原因');
    expect(wire.calls(situation.withdrawOrder)).toEqual([]);
  });

  it('are given only while the fire burns: before its judgement and after its end the page states this', async () => {
    openOrders([order], false);
    await screen.findByText('沿北侧山脊开设隔离带');
    expect(screen.getByText('研判为真实火情、尚未关闭时，在这里下达命令。')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '下达命令' })).toBeNull();
  });

  it('are not sent without a receiver or a text', async () => {
    const { wire, user } = openOrders([]);
    await user.click(await screen.findByRole('button', { name: '下达命令' }));
    await screen.findByText('请填写受令人（最多 20 个）');
    expect(screen.getByText('请填写命令内容')).toBeTruthy();
    expect(wire.calls(situation.issueOrder)).toEqual([]);
  });

  it.each([
    ['team:甲队', { kind: 'team', name: '甲队' }],
    ['ranger:x', { kind: 'person', name: '扎西', userId: 'x' }],
    [' 后勤组 ', { kind: 'post', name: '后勤组' }],
  ])('accept %s as the receiver', (value, receiver) => {
    expect(receiverOf(value, () => '扎西')).toEqual(receiver);
  });
});

const draft: FireDocument = {
  id: ID,
  fireId: FIRE,
  gridNo: '513221' as GridNo,
  kind: 'bulletin',
  language: 'zh',
  isDrill: false,
  revision: 2,
  fields: { to: '州指挥部', place: '威州镇', found: '8 时', area: '2 公顷' },
  corrects: null,
  createdBy: '甲',
  createdAt: at('2026-11-24 08:00:00'),
  changedBy: '甲',
  changedAt: at('2026-11-24 08:00:00'),
  issue: null,
};
const named = (document: FireDocument) => withGridName(document, nameOf);
const revise = { ...situation.reviseDocument, path: situation.reviseDocument.path.replace('{id}', ID) } as const;

function openDocuments(documents: readonly FireDocument[], verdict: Verdict = 'real') {
  const desk = openDesk({});
  desk.wire.on(situation.documentList, () => documents.map(named));
  desk.show(<DocumentsPart fireId={FIRE} verdict={verdict} />);
  return desk;
}

describe('documents', () => {
  it('edited by two: the second sees who was first, retains his text, and can overwrite the current version', async () => {
    const { wire, user } = openDocuments([draft]);
    await user.click(await screen.findByRole('button', { name: '继续编辑草稿（甲）' }));
    fill(await screen.findByLabelText(/^下一步/), '夜间看守');
    const theirs = { ...draft, revision: 5, changedBy: '乙' };
    wire.on(revise, () => refusedBy(codedError('document-revised', { by: '乙' }), named(theirs)));
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('乙刚修改了这份文书。您填写的内容仍在。');
    await user.click(screen.getByRole('button', { name: '保留我的内容' }));
    wire.on(revise, () => named({ ...theirs, revision: 6, fields: { ...theirs.fields, next: '夜间看守' } }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(wire.calls(revise)).toHaveLength(2));
    expect(wire.calls(revise).map(({ body }) => (body as { revision: number }).revision)).toEqual([2, 5]);
  });

  it('are issued only when complete and saved, and after a confirmation', async () => {
    const { wire, user } = openDocuments([draft]);
    await user.click(await screen.findByRole('button', { name: '继续编辑草稿（甲）' }));
    expect(await screen.findByRole('button', { name: '签发' })).toHaveProperty('disabled', true);
    fill(screen.getByLabelText(/^下一步/), '夜间看守');
    expect(screen.getByRole('button', { name: '签发' })).toHaveProperty('disabled', true);
    const saved = { ...draft, revision: 3, fields: { ...draft.fields, next: '夜间看守' } };
    wire.on(revise, () => named(saved));
    await user.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.getByRole('button', { name: '签发' })).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('button', { name: '签发' }));
    expect(wire.calls(situation.issueDocument)).toEqual([]);
    const issue = { number: { year: 2026, count: 3 }, by: '甲', at: at('2026-11-24 09:00:00'), sha256: 'ab' };
    wire.on(situation.issueDocument, () => named({ ...saved, issue }));
    wire.on(situation.documentList, () => [named({ ...saved, issue })]);
    await user.click(screen.getByRole('button', { name: '签发' }));
    await screen.findByText('〔2026〕3号');
    expect(wire.calls(situation.issueDocument).map(({ body }) => body)).toEqual([{ id: ID, revision: 3 }]);
  });

  it.each([
    ['unjudged', null, /还没有研判：可以保存草稿/],
    ['false', null, /已研判为非火情/],
    ['false', { id: ID, number: { year: 2026, count: 2 }, reason: '非火情' }, null],
  ] as const)('of an alarm judged %s are issued only as a correction; otherwise the reason is shown', async (verdict, corrects, reason) => {
    const { user } = openDocuments([{ ...draft, corrects }], verdict);
    await user.click(await screen.findByRole('button', { name: '继续编辑草稿（甲）' }));
    fill(await screen.findByLabelText(/^下一步/), '夜间看守');
    expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false);
    if (reason === null) screen.getByRole('button', { name: '签发' });
    else {
      screen.getByText(reason);
      expect(screen.queryByRole('button', { name: '签发' })).toBeNull();
    }
  });

  it('too long for the page show the number of excess lines, can be saved, and can be issued only when shorter', async () => {
    const { wire, user } = openDocuments([draft]);
    await user.click(await screen.findByRole('button', { name: '继续编辑草稿（甲）' }));
    const next = '行\n'.repeat(60).trim();
    fill(await screen.findByLabelText(/^下一步/), next);
    const lines = bulletinLines({ ...draft.fields, next });
    expect((await screen.findByRole('alert')).textContent).toContain(`比一页（${BULLETIN_LINES} 行）多 ${lines - BULLETIN_LINES} 行`);
    expect(screen.getByLabelText(/^下一步/)).toBe(screen.getByLabelText(/所占行数最多/));
    wire.on(revise, () => named({ ...draft, revision: 3, fields: { ...draft.fields, next } }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('草稿已保存');
    expect(wire.calls(revise).map(({ body }) => (body as { fields: { next: string } }).fields.next)).toEqual([next]);
    screen.getByText('签发前请精简：下一步');
    expect(screen.getByRole('button', { name: '签发' })).toMatchObject({ disabled: true });
  });

  it('with unsaved text are not closed before it is saved or deliberately discarded', async () => {
    const { wire, user } = openDocuments([draft]);
    await user.click(await screen.findByRole('button', { name: '继续编辑草稿（甲）' }));
    fill(await screen.findByLabelText(/^下一步/), '夜间看守');
    await user.click(screen.getByRole('button', { name: '关闭' }));
    await screen.findByText('有修改还没有保存。');
    expect(screen.getByLabelText(/^下一步/)).toHaveProperty('value', '夜间看守');
    wire.on(revise, () => named({ ...draft, revision: 3, fields: { ...draft.fields, next: '夜间看守' } }));
    await user.click(screen.getByRole('button', { name: '保存并关闭' }));
    await waitFor(() => expect(screen.queryByLabelText(/^下一步/)).toBeNull());
    expect(wire.calls(revise)).toHaveLength(1);
  });

  it('retain text beyond the length of a field, and show the excess', async () => {
    const { user } = openDocuments([draft]);
    await user.click(await screen.findByRole('button', { name: '继续编辑草稿（甲）' }));
    fill(await screen.findByLabelText(/^主送/), '字'.repeat(90));
    expect(screen.getByLabelText(/^主送 多 10 字/)).toHaveProperty('value', '字'.repeat(90));
    expect(screen.getByRole('button', { name: '保存' })).toHaveProperty('disabled', false);
  });

  it('that were issued are corrected by a new one, with its reason', async () => {
    const issue = { number: { year: 2026, count: 3 }, by: '甲', at: at('2026-11-24 09:00:00'), sha256: 'ab' };
    const { wire, user } = openDocuments([{ ...draft, issue }]);
    await user.click(await screen.findByRole('button', { name: '更正〔2026〕3号' }));
    await user.click(await screen.findByRole('button', { name: '起草更正' }));
    await screen.findByText('请说明原因');
    fill(screen.getByLabelText('更正原因'), '面积复测');
    wire.on(situation.beginDocument, () => named({ ...draft, corrects: { id: ID, number: issue.number, reason: '面积复测' } }));
    await user.click(screen.getByRole('button', { name: '起草更正' }));
    await screen.findByText('更正〔2026〕3号：面积复测');
    expect(wire.calls(situation.beginDocument).map(({ body }) => body)).toEqual([
      { fireId: FIRE, kind: 'bulletin', corrects: ID, reason: '面积复测' },
    ]);
  });
});
