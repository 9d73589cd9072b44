import { NATION } from '@lookout/domain';
import type { Json } from '@lookout/server/testing/json.ts';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { type Plan, RESPONSE_LEVELS, type RunStep } from '../plan.ts';

type PlanJson = Json<Plan>;
interface RunJson {
  readonly id: string;
  readonly steps: readonly Pick<RunStep, 'by' | 'from' | 'to'>[];
  readonly items: readonly { readonly id: string; readonly dueAt: string | null; readonly done: { readonly by: string } | null }[];
}

const START = new Date('2026-11-21T02:00:00Z');
let now = START;
let server: TestServer;
const sessions: Record<string, Session> = {};
const { plan: planCalls, alarm: alarmCalls, sms } = contract;

beforeAll(async () => {
  server = await sharedTestServer({ clock: () => now });
  for (const user of ['guojia', 'sichuan', 'aba', 'wenchuan', 'lixian', 'viewer', 'ranger01']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());
beforeEach(() => {
  now = START;
});

const post = (user: string, row: { readonly path: string }, body: unknown): Promise<Reply> =>
  server.call('POST', row.path, { token: sessions[user]?.access_token, body });
const get = (user: string, at: string): Promise<Reply> => server.call('GET', at, { token: sessions[user]?.access_token });
const item = (id: string, level: number, withinMinutes: number) => ({ id, level, text: `事项 ${id}`, who: '值班员', withinMinutes });
const content = (more: object = {}) => ({
  title: '森林草原火灾应急预案',
  conditions: RESPONSE_LEVELS.map((level) => ({ level, text: `${level} 级条件` })),
  duties: [{ post: '指挥长', person: '泽某', phone: '138-0000-0001', duty: '总指挥' }],
  contacts: [{ name: '消防大队', phone: '119000' }],
  items: [item('report', 4, 15), item('evacuate', 2, 60)],
  ...more,
});
const create = async (user: string, gridNo: string, more: object = {}): Promise<PlanJson> => {
  const reply = await post(user, planCalls.createPlan, { gridNo, content: content(more) });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
};
const submit = (user: string, { id, revision }: Pick<PlanJson, 'id' | 'revision'>) => post(user, planCalls.submitPlan, { id, revision });
const review = (user: string, id: string, state: 'approved' | 'refused', note?: string) =>
  post(user, planCalls.reviewPlan, { id, state, ...(note && { note }) });
const approve = async (user: string, plan: PlanJson, by = 'guojia'): Promise<PlanJson> => {
  await submit(user, plan);
  const reply = await review(by, plan.id, 'approved');
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
};
const revise = (user: string, { id, revision }: Pick<PlanJson, 'id' | 'revision'>, more: object) =>
  server.call('PUT', planCalls.revisePlan.path.replace('{id}', id), {
    token: sessions[user]?.access_token,
    body: { revision, content: content(more) },
  });
const page = async (user: string, body: object = {}): Promise<PlanJson[]> => (await post(user, planCalls.planPage, body)).body.data.list;

/** Creates a fire in progress, in Wenchuan by default. */
const newFire = async (user = 'wenchuan', place: object = { longitude: 103.59, latitude: 31.48 }): Promise<string> => {
  const { id } = (await post(user, alarmCalls.createReport, place)).body.data;
  const judged = await post(user, alarmCalls.monitorJudge, { fireId: id, isReal: 1 });
  if (judged.body.code !== 200) throw new Error(JSON.stringify(judged.body));
  return id;
};

describe('a plan', () => {
  it('is written, submitted and approved by a second person; a version in force is never changed, a change is a new version', async () => {
    const draft = await create('wenchuan', '513221');
    expect(draft).toMatchObject({ state: 'draft', version: 1, revision: 1, gridName: '汶川县', createdBy: '汶川县值班员' });
    expect(await page('guojia', { title: '没有这个' })).toEqual([]);
    expect((await submit('wenchuan', draft)).body.data).toMatchObject({ state: 'submitted', submittedBy: '汶川县值班员' });
    expect((await revise('wenchuan', draft, {})).status).toBe(409);
    expect((await review('wenchuan', draft.id, 'approved')).body).toMatchObject({ code: 501, message: expect.stringContaining('另一人') });
    expect((await review('aba', draft.id, 'refused')).body.data[0]).toEqual({ path: 'note', message: '请填写原因' });
    expect((await review('aba', draft.id, 'refused', '缺电话')).body.data).toMatchObject({ state: 'refused', reviewNote: '缺电话' });
    const again = (await revise('wenchuan', draft, { title: '汶川预案' })).body.data as PlanJson;
    expect(again).toMatchObject({ state: 'draft', revision: 2 });
    const approved = await approve('wenchuan', again, 'aba');
    expect(approved).toMatchObject({ state: 'approved', reviewedBy: '阿坝州值班员' });
    expect((await revise('wenchuan', approved, {})).body).toMatchObject({ code: 409, data: { state: 'approved' } });

    const second = (await post('wenchuan', planCalls.newPlanVersion, { id: approved.id })).body.data as PlanJson;
    expect(second).toMatchObject({ planId: approved.planId, version: 2, state: 'draft', content: { title: '汶川预案' } });
    expect((await post('aba', planCalls.newPlanVersion, { id: approved.id })).body).toMatchObject({ code: 409, data: { id: second.id } });
    await approve('wenchuan', (await revise('wenchuan', second, { title: '汶川预案 二' })).body.data, 'aba');
    const versions = await page('wenchuan', { planId: approved.planId });
    expect(versions.map(({ version, state }) => [version, state])).toEqual([
      [2, 'approved'],
      [1, 'superseded'],
    ]);
    expect(versions[1]?.content.title).toBe('汶川预案');
    const rows = await server.store.audit.page(NATION, { targetId: draft.id }, { offset: 0, limit: 50 });
    expect(rows.list.map(({ act, outcome }) => `${act} ${outcome}`)).toContain('review-plan refused:501');
  });

  it('edited by two: the second gets the current version, and no input is lost', async () => {
    const draft = await create('lixian', '513222');
    const [one, other] = await Promise.all([revise('lixian', draft, { title: '一' }), revise('aba', draft, { title: '二' })]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const [won, lost] = one.status === 200 ? [one, other] : [other, one];
    expect(lost.body.data).toEqual(won.body.data);
    expect(lost.body.message).toBe(`预案已由${won.body.data.changedBy}修改`);
  });

  it('that is incomplete cannot be submitted: the reply names the missing parts, and nothing changes', async () => {
    const draft = await create('lixian', '513222', { conditions: [{ level: 4, text: '小' }], items: [] });
    expect((await submit('lixian', draft)).body).toMatchObject({ code: 501, message: '还不能提交，缺少：各级响应条件、处置清单' });
    expect((await get('lixian', planCalls.planOne.path.replace('{id}', draft.id))).body.data).toEqual(draft);
  });

  it('can be discarded as a draft, but not when it is in force', async () => {
    const draft = await create('lixian', '513222');
    const remove = (id: string) =>
      server.call('DELETE', planCalls.discardPlan.path.replace('{id}', id), { token: sessions.lixian?.access_token, body: {} });
    expect((await remove(draft.id)).status).toBe(200);
    expect((await get('lixian', planCalls.planOne.path.replace('{id}', draft.id))).status).toBe(404);
    const approved = await approve('lixian', await create('lixian', '513222'), 'aba');
    expect((await remove(approved.id)).status).toBe(409);
  });

  it.each([
    ['content.title', { title: ' ' }, '请填写预案名称'],
    ['content.conditions.0.level', { conditions: [{ level: 5, text: '' }] }, '响应级别应为 1 至 4（Ⅰ级至Ⅳ级）'],
    ['content.conditions.1', { conditions: [4, 4].map((level) => ({ level, text: '' })) }, '同一级别的响应条件只能有一条'],
    ['content.items.0.withinMinutes', { items: [item('a', 4, 0)] }, '时限应为 1 至 10080 分钟'],
    ['content.items.1', { items: [item('a', 4, 1), item('a', 3, 1)] }, '处置事项的编号重复'],
    ['content.duties.0.phone', { duties: [{ post: '甲', duty: '乙', phone: 'call me' }] }, '电话号码格式不正确'],
    ['content.files.0', { files: [{ id: '00000000-0000-4000-8000-000000000000', name: 'x', mime: 'x' }] }, '附件不存在，请重新上传'],
  ])('with a wrong %s is refused by name', async (field, more, message) => {
    const { status, body } = await post('wenchuan', planCalls.createPlan, { gridNo: '513221', content: content(more) });
    expect({ status, fault: body.data?.[0] }).toEqual({ status: 422, fault: { path: field, message } });
  });

  it('can be read by every officer, written by those with the right to dispatch, and not read by rangers', async () => {
    expect((await post('viewer', planCalls.planPage, {})).status).toBe(200);
    expect((await post('viewer', planCalls.createPlan, { gridNo: '513200', content: content() })).status).toBe(403);
    expect((await post('ranger01', planCalls.planPage, {})).status).toBe(403);
  });

  it('of a superior can be read below once it is in force, with its files, and is changed only by the superior', async () => {
    const upload = (bytes: string) =>
      server.call('POST', planCalls.uploadPlanFile.path, {
        token: sessions.sichuan?.access_token,
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      });
    expect((await upload('no file of these kinds')).body.data[0]).toMatchObject({
      path: 'file',
      message: '附件应为 PDF、PNG 或 JPEG 文件',
    });
    const bytes = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
    const { id, mime } = (await upload(bytes)).body.data;
    expect(mime).toBe('application/pdf');
    const draft = await create('sichuan', '510000', { files: [{ id, name: '预案.pdf', mime }] });
    const file = (user: string) => get(user, `/files/plan/${id}`);
    const one = (user: string) => get(user, planCalls.planOne.path.replace('{id}', draft.id));
    expect([(await one('wenchuan')).status, (await file('wenchuan')).status]).toEqual([404, 404]);
    await approve('sichuan', draft);
    expect([(await one('wenchuan')).status, (await file('wenchuan')).status]).toEqual([200, 200]);
    expect((await page('wenchuan')).map((plan) => plan.id)).toContain(draft.id);
    expect((await post('wenchuan', planCalls.newPlanVersion, { id: draft.id })).status).toBe(404);
    // A browser opens the file with a ticket, valid for this file alone; the session's token is not accepted in an address.
    const { ticket } = (await post('wenchuan', planCalls.planFileTicket, { id })).body.data;
    const opened = await server.call('GET', `/files/plan/${id}?ticket=${ticket}`);
    expect([opened.status, opened.body]).toEqual([200, bytes]);
    const other = (await upload(bytes)).body.data.id;
    expect((await post('wenchuan', planCalls.planFileTicket, { id: other })).status).toBe(404);
    expect((await server.call('GET', `/files/plan/${other}?ticket=${ticket}`)).status).toBe(401);
    expect((await server.call('GET', `/files/plan/${id}?token=${sessions.wenchuan?.access_token}`)).status).toBe(401);
  });
});

describe('a plan that runs for a fire', () => {
  let plan: PlanJson;
  beforeAll(async () => {
    plan = await approve('aba', await create('aba', '513200', { title: '阿坝州预案' }));
  });
  const start = (user: string, fireId: string, more: object = {}) =>
    post(user, planCalls.startPlan, { fireId, id: plan.id, level: 4, reason: '多点起火', ...more });
  const runs = async (user: string, body: object = {}): Promise<RunJson[]> =>
    (await post(user, planCalls.planRunPage, body)).body.data.list;

  it('is the nearest superior’s if the county has none, and is started only for a fire in progress', async () => {
    const gridsFor = async (id: string) => {
      const { data } = (await get('aba', `${planCalls.plansForFire.path}?fireId=${id}`)).body as { data: PlanJson[] };
      return new Set(data.map(({ gridNo }) => gridNo));
    };
    // 茂县 has no plan.
    const elsewhere = await newFire('aba', { longitude: 103.85, latitude: 31.68 });
    expect(await gridsFor(elsewhere)).toEqual(new Set(['513200']));
    const fireId = await newFire();
    await approve('wenchuan', await create('wenchuan', '513221'), 'aba');
    expect(await gridsFor(fireId)).toEqual(new Set(['513221']));
    const { id: unjudged } = (await post('wenchuan', alarmCalls.createReport, { longitude: 103.58, latitude: 31.47 })).body.data;
    expect((await start('wenchuan', unjudged)).body).toMatchObject({ code: 501, message: expect.stringContaining('正在处置') });
    const foreign = await approve('lixian', await create('lixian', '513222'), 'aba');
    expect((await start('wenchuan', fireId, { id: foreign.id })).body.data[0].path).toBe('id');
    for (const draft of [await create('aba', '513200'), await create('wenchuan', '513221')])
      expect((await start('aba', fireId, { id: draft.id })).body.data[0].path).toBe('id');
    expect((await start('lixian', fireId)).status).toBe(404);
    expect((await start('viewer', fireId)).status).toBe(403);
  });

  it('starts its checklist, alerts the duty list, and is the only one of the fire: the second officer gets the existing run', async () => {
    const fireId = await newFire();
    const [one, other] = await Promise.all([start('wenchuan', fireId, { notify: true }), start('aba', fireId, { notify: true })]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const [won, lost] = one.status === 200 ? [one, other] : [other, one];
    expect(lost.body.data).toEqual(won.body.data);
    const run = won.body.data as RunJson;
    expect(run).toMatchObject({ level: 4, planTitle: '阿坝州预案', planGridName: '阿坝藏族羌族自治州', gridNo: '513221', endedAt: null });
    expect(run.items.map(({ id, dueAt }) => [id, dueAt])).toEqual([
      ['report', '2026-11-21 10:15:00'],
      ['evacuate', null],
    ]);
    const sent = (await post('wenchuan', sms.smsList, { fireId })).body.data;
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ phone: '13800000001', receiver: '泽某', state: 'kept' });
    expect(sent[0].content).toMatch(/^【阿坝州预案】.*启动Ⅳ级响应。多点起火（/);
    const history = (await get('wenchuan', `${alarmCalls.history.path}?id=${fireId}`)).body.data as { act: string }[];
    expect(JSON.stringify(history)).toContain('启动Ⅳ级响应');
  });

  it('is raised, ticked, lowered and ended, each with name and time; the second of two officers gets the current state', async () => {
    const fireId = await newFire();
    const { id } = (await start('wenchuan', fireId)).body.data;
    now = new Date(START.getTime() + 10 * 60_000);
    const level = (user: string, from: number, to: number) => post(user, planCalls.changeRunLevel, { id, from, to, reason: '火势变化' });
    const raised = (await level('aba', 4, 2)).body.data as RunJson;
    expect(raised.items[1]?.dueAt).toBe('2026-11-21 11:10:00');
    expect((await level('wenchuan', 4, 3)).body).toMatchObject({ code: 409, message: '响应级别已由阿坝州值班员调整', data: { level: 2 } });
    expect((await level('wenchuan', 2, 2)).body.data[0]).toEqual({ path: 'to', message: '已经是这一级别' });
    const tick = (user: string, more: object = {}) => post(user, planCalls.tickRunItem, { id, itemId: 'report', ...more });
    expect((await tick('wenchuan', { note: '已报州局' })).body.data.items[0].done).toEqual({
      at: '2026-11-21 10:10:00',
      by: '汶川县值班员',
      note: '已报州局',
    });
    expect((await tick('aba')).body).toMatchObject({ code: 409, message: '该事项已由汶川县值班员完成' });
    expect((await tick('aba', { done: false })).body.data[0].path).toBe('note');
    expect((await tick('aba', { done: false, note: '误点' })).body.data.items[0].done).toBeNull();
    expect((await tick('aba', { itemId: 'none' })).body.data[0].path).toBe('itemId');
    await level('aba', 2, 4);
    expect((await post('wenchuan', planCalls.endRun, { id, reason: '明火已灭' })).body).toMatchObject({
      code: 403,
      error: { code: 'decided-above' },
    });
    const ended = (await post('aba', planCalls.endRun, { id, reason: '明火已灭' })).body.data as RunJson;
    expect(ended.steps.map(({ by, from, to }) => [by, from, to])).toEqual([
      ['汶川县值班员', null, 4],
      ['阿坝州值班员', 4, 2],
      ['阿坝州值班员', 2, 4],
      ['阿坝州值班员', 4, null],
    ]);
    expect((await tick('aba')).body.code).toBe(409);
    expect((await post('aba', planCalls.endRun, { id, reason: '再次' })).body).toMatchObject({ code: 409, data: { id } });
    expect((await runs('aba', { fireId, state: 'ended' })).map((run) => run.id)).toEqual([id]);
    expect((await runs('lixian', { fireId })).length).toBe(0);
    expect((await start('wenchuan', fireId)).status).toBe(200);
  });

  it('is updated live in the grid and above, and is caught up after a reconnect', async () => {
    const watch = async (user: string, gridNo: string) => {
      const probe = await mqttProbe(server.mqttUrl, sessions[user]?.accid ?? '', sessions[user]?.access_token ?? '');
      expect(await probe.subscribe(`lookout/fireAlarm/${gridNo}`)).toBe(true);
      return probe;
    };
    const probes = [await watch('wenchuan', '513221'), await watch('sichuan', '510000')];
    const { id } = (await start('wenchuan', await newFire())).body.data;
    await post('wenchuan', planCalls.tickRunItem, { id, itemId: 'report' });
    type Message = { readonly data: { readonly planRun?: RunJson } };
    const tickedBy = ({ data: { planRun } }: Message) =>
      planRun !== undefined && planRun.id === id ? [planRun.items[0]?.done?.by ?? null] : [];
    for (const probe of probes) {
      const seen: (string | null)[] = [];
      while (seen.length < 2) seen.push(...tickedBy((await probe.next()).message as Message));
      expect(seen).toEqual([null, '汶川县值班员']);
    }
    const late = (await get('sichuan', '/fire/api/event?since=0&limit=1000')).body.data.events as { payload: Message }[];
    expect(late.flatMap(({ payload }) => tickedBy(payload))).toEqual([null, '汶川县值班员']);
    for (const probe of probes) probe.end();
  });
});
