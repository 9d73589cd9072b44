import { createHash } from 'node:crypto';
import { type AlarmWorld, judgedAs, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { extractRawText } from 'mammoth';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { PLOT_SYMBOLS, plotSymbols } from '../../plot/plot-symbol.ts';
import { BULLETIN_LINES, printedLines } from '../fire-document.ts';
import { fireDocumentPath } from '../situation.calls.ts';

const { situation, plot: plotCalls } = contract;
let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

type Name = keyof typeof situation;

const call = (user: Officer, name: Name, given: Readonly<Record<string, unknown>> = {}, id = '') => {
  const row = situation[name];
  const isQuery = row.method === 'GET';
  const query = isQuery ? `?${new URLSearchParams(given as Record<string, string>)}` : '';
  const path = row.path.replace('{id}', id) + query;
  return world.server.call(row.method, path, { token: world.tokens[user], ...(!isQuery && { body: given }) });
};

async function fireInProgress(at?: { lng: number; lat: number }): Promise<string> {
  const id = await world.raise('report', at);
  expect((await world.act(at === LIXIAN ? 'lixian' : 'wenchuan', 'monitorJudge', { fireId: id, isReal: 1 })).body.code).toBe(200);
  return id;
}

const plotted = (fireId: string, kind: string, symbol: string, name: string, points: readonly object[]) =>
  world.server.call('POST', plotCalls.createPlot.path, {
    token: world.tokens.wenchuan,
    body: { kind, symbol, name, points, fireId, colour: 'red', widthPixels: 4 },
  });

const ring = [WENCHUAN, { lng: 103.592, lat: 31.48 }, { lng: 103.592, lat: 31.482 }, { lng: 103.59, lat: 31.482 }];

const file = async (user: Officer, id: string, format: 'pdf' | 'docx') => {
  const headers = { authorization: `Bearer ${world.tokens[user]}`, 'accept-language': 'en' };
  const reply = await fetch(`${world.server.base}${fireDocumentPath}?id=${id}&format=${format}`, { headers });
  return { status: reply.status, name: reply.headers.get('content-disposition'), bytes: new Uint8Array(await reply.arrayBuffer()) };
};

/** The text of each page, and whether the page is landscape. */
async function pagesOf(data: Uint8Array): Promise<{ readonly text: string; readonly isLandscape: boolean }[]> {
  const task = getDocument({ data: Uint8Array.from(data), verbosity: 0 });
  try {
    const pdf = await task.promise;
    const pages = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const { width, height } = page.getViewport({ scale: 1 });
      pages.push({ text: items.map((item) => ('str' in item ? item.str : '')).join(''), isLandscape: width > height });
    }
    return pages;
  } finally {
    await task.destroy();
  }
}

const wordText = async (bytes: Uint8Array): Promise<string> => (await extractRawText({ buffer: Buffer.from(bytes) })).value;

const begun = async (fireId: string, kind: string, more: object = {}) =>
  (await call('wenchuan', 'beginDocument', { fireId, kind, ...more })).body.data;
const revise = (user: Officer, { id, revision, fields }: { id: string; revision: number; fields: object }, more: object = {}) =>
  call(user, 'reviseDocument', { revision, fields: { ...fields, ...more } }, id);
const issued = async (draft: { id: string; revision: number; fields: object }, more: object = {}) => {
  const revised = (await revise('wenchuan', draft, more)).body.data;
  const reply = await call('wenchuan', 'issueDocument', { id: revised.id, revision: revised.revision });
  expect(reply.body.code).toBe(200);
  return reply.body.data;
};
const SIGNED = { to: '阿坝州森林草原防灭火指挥部', next: '夜间看守火场' };

describe('an order', () => {
  const order = (fireId: string, more: object = {}) => ({
    fireId,
    receivers: [
      { kind: 'team', name: '甲队' },
      { kind: 'post', name: '后勤组' },
    ],
    content: '沿北侧山脊开设隔离带',
    ...more,
  });

  it('is listed in the history of its fire, and is published with each acknowledgement to every desk that covers the fire', async () => {
    const fireId = await fireInProgress();
    const received = await world.receivedDuring('aba', async () => {
      const given = (await call('wenchuan', 'issueOrder', order(fireId, { dueAt: '2099-01-01 08:00:00' }))).body.data;
      expect(given).toMatchObject({
        issuedBy: '汶川县值班员',
        dueAt: '2099-01-01 08:00:00',
        receivers: [{ receipt: null }, { receipt: null }],
      });
      const [first, second] = given.receivers;
      await call('aba', 'receiveOrder', { id: given.id, receiverId: first.id });
      await call('wenchuan', 'receiveOrder', { id: given.id, receiverId: second.id, isOnBehalf: true, note: '电台回复' });
    });
    expect(received.map(({ topic, data }) => [topic.split('/')[1], data.id, data.change])).toEqual([
      ['fireAlarm', fireId, 'ordered'],
      ['fireAlarm', fireId, 'order-received'],
      ['fireAlarm', fireId, 'order-received'],
    ]);
    const [listed] = (await call('aba', 'orderList', { fireId })).body.data;
    expect(listed.receivers).toMatchObject([
      { name: '甲队', receipt: { by: '阿坝州值班员', isOnBehalf: false } },
      { name: '后勤组', receipt: { by: '汶川县值班员', isOnBehalf: true, note: '电台回复' } },
    ]);
    const lines = (await world.linesOf(fireId)).slice(-3);
    expect(lines.map(({ act, by }) => [act, by])).toEqual([
      ['ordered', '汶川县值班员'],
      ['order-received', '阿坝州值班员'],
      ['order-received', '汶川县值班员'],
    ]);
    expect(lines[0]?.detail).toMatchObject({ receivers: ['甲队', '后勤组'], due: '2099-01-01 08:00:00' });
  });

  it('is acknowledged once by each receiver: the second gets 409 with the current state; once withdrawn it cannot be acknowledged', async () => {
    const fireId = await fireInProgress();
    const given = (await call('wenchuan', 'issueOrder', order(fireId))).body.data;
    const receiverId = given.receivers[0].id;
    const replies = await Promise.all(
      (['wenchuan', 'aba'] as const).map((user) => call(user, 'receiveOrder', { id: given.id, receiverId })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.data.receivers[0].receipt).not.toBeNull();
    expect((await call('wenchuan', 'receiveOrder', { id: given.id, receiverId: 'x' })).body.data).toMatchObject([{ path: 'receiverId' }]);
    expect((await call('wenchuan', 'withdrawOrder', { id: given.id, reason: ' ' })).status).toBe(422);
    expect((await call('wenchuan', 'withdrawOrder', { id: given.id, reason: '风向变了' })).body.data.withdrawal).toMatchObject({
      reason: '风向变了',
    });
    const late = await call('aba', 'receiveOrder', { id: given.id, receiverId: given.receivers[1].id });
    expect(late).toMatchObject({ status: 409, body: { data: { withdrawal: { by: '汶川县值班员' } } } });
    expect(late.body.message).toContain('已由汶川县值班员撤回');
  });

  it.each([
    ['no receiver', { receivers: [] }, 'receivers', '请填写受令人'],
    ['a receiver twice', { receivers: [{ name: '甲队' }, { name: '甲队' }] }, 'receivers.1.name', '受令人重复'],
    ['nothing to do', { content: '  ' }, 'content', '请填写命令内容'],
    ['a time that is past', { dueAt: '2020-01-01 00:00:00' }, 'dueAt', '时限应晚于现在'],
  ])('with %s is refused with its field, and nothing is stored', async (_, more, path, message) => {
    const fireId = await fireInProgress();
    expect(await call('wenchuan', 'issueOrder', order(fireId, more))).toMatchObject({ status: 422, body: { data: [{ path, message }] } });
    expect((await call('wenchuan', 'orderList', { fireId })).body.data).toEqual([]);
  });

  it('is given only for a fire in progress, and is missing outside the grid', async () => {
    const open = await world.raise('report');
    expect((await call('wenchuan', 'issueOrder', order(open))).body).toMatchObject({ code: 501 });
    const fireId = await fireInProgress();
    const given = (await call('wenchuan', 'issueOrder', order(fireId))).body.data;
    const receiverId = given.receivers[0].id;
    for (const [name, body] of [
      ['orderList', { fireId }],
      ['issueOrder', order(fireId)],
      ['receiveOrder', { id: given.id, receiverId }],
      ['withdrawOrder', { id: given.id, reason: 'x' }],
    ] as const)
      expect([name, (await call('lixian', name, body)).status]).toEqual([name, 404]);
    expect((await call('viewer', 'issueOrder', order(fireId))).status).toBe(403);
  });
});

describe('a bulletin', () => {
  it('begins with the known facts: place, area from the plots, teams, orders', async () => {
    const fireId = await fireInProgress();
    await plotted(fireId, 'polygon', 'burnt-area', '', ring);
    await plotted(fireId, 'point', 'team', '汶川扑火队', [WENCHUAN]);
    await call('wenchuan', 'issueOrder', { fireId, receivers: [{ name: '甲队' }], content: '开设隔离带' });
    const draft = await begun(fireId, 'bulletin');
    expect(draft).toMatchObject({ kind: 'bulletin', language: 'zh', isDrill: false, revision: 1, issue: null, gridNo: '513221' });
    expect(draft.fields.place).toContain('东经 103.59000°');
    // 190.0 m by 221.8 m on the ellipsoid.
    expect(draft.fields.area).toMatch(/^约 4\.2\d 公顷/);
    expect(draft.fields.forces).toContain('在场队伍：汶川扑火队');
    expect(draft.fields.measures).toMatch(/命令甲队：开设隔离带$/);
    expect(draft.fields.weather).not.toMatch(/\dT\d/);
    expect(draft.fields.next).toBeUndefined();
    const again = await call('aba', 'beginDocument', { fireId, kind: 'bulletin' });
    expect(again).toMatchObject({ status: 409, body: { data: { id: draft.id } } });
  });

  it('edited by two: the second gets the current version', async () => {
    const draft = await begun(await fireInProgress(), 'bulletin');
    const replies = await Promise.all((['wenchuan', 'aba'] as const).map((user) => revise(user, draft, SIGNED)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.data).toMatchObject({ id: draft.id, revision: 2 });
  });

  it('is issued with the next number of its grid, stored permanently with its hash, and always printed with the same text', async () => {
    const fireId = await fireInProgress();
    const draft = await begun(fireId, 'bulletin');
    expect((await call('wenchuan', 'issueDocument', { id: draft.id, revision: 1 })).body).toMatchObject({
      code: 501,
      message: '还不能签发，请填写：下一步',
    });
    const first = await issued(draft, SIGNED);
    const year = new Date().getFullYear();
    expect(first.issue).toMatchObject({ number: { year }, by: '汶川县值班员' });
    const second = await issued(await begun(fireId, 'bulletin'), SIGNED);
    expect(second.issue.number.count).toBe(first.issue.number.count + 1);

    const kept = await world.server.store.fireDocuments.find('513221' as never, first.id);
    expect(
      createHash('sha256')
        .update(kept?.content ?? '')
        .digest('hex'),
    ).toBe(first.issue.sha256);
    expect((await world.server.store.events.ofObject('document', first.id)).at(-1)).toMatchObject({
      kind: 'document.issued',
      payload: { sha256: first.issue.sha256 },
    });
    if (!kept) throw new Error('the issue is gone');
    await expect(world.server.store.fireDocuments.save(kept.document, 'x')).rejects.toThrow();
    await expect(world.server.store.fireDocuments.discard(first.id)).rejects.toThrow();

    const [before, after] = [await file('wenchuan', first.id, 'pdf'), await file('aba', first.id, 'pdf')];
    const [page, ...more] = await pagesOf(before.bytes);
    expect(more).toEqual([]);
    for (const part of [
      '汶川县森林火情快报',
      `〔${year}〕${first.issue.number.count}号`,
      ...Object.values(SIGNED),
      '正在调查。',
      first.issue.sha256,
      '签发：汶川县值班员',
    ])
      expect(page?.text).toContain(part);
    expect(page?.text).not.toContain('草稿');
    expect(page?.isLandscape).toBe(false);
    expect(await pagesOf(after.bytes)).toEqual([page]);
    const word = await wordText((await file('wenchuan', first.id, 'docx')).bytes);
    for (const part of ['汶川县森林火情快报', ...Object.values(SIGNED), '签发：汶川县值班员']) expect(word).toContain(part);
    expect(decodeURIComponent(before.name ?? '')).toContain('汶川县森林火情快报.pdf');
  });

  it('fits one page whatever its length, including a correction with a long reason', async () => {
    const fireId = await fireInProgress();
    const old = await issued(await begun(fireId, 'bulletin'), SIGNED);
    const draft = await begun(fireId, 'bulletin', { corrects: old.id, reason: '由'.repeat(100) });
    const full = {
      to: '字'.repeat(80),
      place: '字'.repeat(120),
      found: '字'.repeat(160),
      weather: '字'.repeat(120),
      area: '字'.repeat(160),
    };
    const rest = { forces: '字'.repeat(70), cause: '字'.repeat(35), measures: '字\n字', next: '字'.repeat(70) };
    expect(printedLines({ ...full, ...rest })).toBe(BULLETIN_LINES);
    const revised = (await revise('wenchuan', draft, { ...full, ...rest })).body;
    expect(revised.code).toBe(200);
    const pages = await pagesOf((await file('wenchuan', draft.id, 'pdf')).bytes);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.text).toContain('草稿');
  });

  it('is stored as a draft at any length, and is issued only when it fits, with the excess field named', async () => {
    const draft = await begun(await fireInProgress(), 'bulletin');
    expect((await revise('wenchuan', draft, { next: '字'.repeat(5_001) })).body.data[0].path).toBe('fields.next');
    const issue = async (revision: number) => (await call('wenchuan', 'issueDocument', { id: draft.id, revision })).body;
    const next = '行\n'.repeat(40);
    const full = (await revise('wenchuan', draft, { ...SIGNED, next })).body;
    expect([full.code, full.data.fields.next]).toEqual([200, next.trim()]);
    expect(await issue(full.data.revision)).toMatchObject({
      code: 422,
      data: [{ path: 'next', message: expect.stringMatching(/多 \d+ 行；“下一步”最长/) }],
    });
    const long = (await revise('wenchuan', full.data, { ...SIGNED, to: '字'.repeat(81) })).body.data;
    expect((await issue(long.revision)).data).toEqual([{ path: 'to', message: '还不能签发：“主送”81 字，最多 80 字，请精简' }]);
    const fits = (await revise('wenchuan', long, SIGNED)).body.data;
    expect((await issue(fits.revision)).code).toBe(200);
  });

  it('is issued only for a fire judged real; if that is judged false afterwards, only its correction is issued', async () => {
    const fireId = await world.raise('report');
    const draft = await begun(fireId, 'bulletin');
    const { revision } = (await revise('wenchuan', draft, SIGNED)).body.data;
    const issue = (of: { id: string; revision: number }) => call('wenchuan', 'issueDocument', { id: of.id, revision: of.revision });
    expect((await issue({ ...draft, revision })).body).toMatchObject({ error: { code: 'document-fire-unjudged' } });
    expect((await world.act('wenchuan', 'monitorJudge', { fireId, isReal: 1 })).body.code).toBe(200);
    const first = (await issue({ ...draft, revision })).body.data;
    expect((await world.act('wenchuan', 'correct', { id: fireId, ...judgedAs('false'), reason: '实为炊烟' })).body.code).toBe(200);
    const another = await begun(fireId, 'bulletin');
    expect((await issue((await revise('wenchuan', another, SIGNED)).body.data)).body).toMatchObject({
      error: { code: 'document-fire-false' },
    });
    await call('wenchuan', 'discardDocument', {}, another.id);
    const correction = await begun(fireId, 'bulletin', { corrects: first.id, reason: '实为炊烟，非火情' });
    expect((await issue(correction)).body.data).toMatchObject({ corrects: { reason: '实为炊烟，非火情' } });
  });

  it('is corrected by a new issue that names the old one', async () => {
    const fireId = await fireInProgress();
    const old = await issued(await begun(fireId, 'bulletin'), SIGNED);
    expect(await revise('wenchuan', old, {})).toMatchObject({ status: 409, body: { data: { id: old.id } } });
    expect((await call('wenchuan', 'discardDocument', {}, old.id)).status).toBe(409);
    const without = await call('wenchuan', 'beginDocument', { fireId, kind: 'bulletin', corrects: old.id });
    expect(without.body.data).toEqual([{ path: 'reason', message: expect.any(String) }]);
    expect(
      (await call('wenchuan', 'beginDocument', { fireId, kind: 'situation-map', corrects: old.id, reason: 'x' })).body.data[0].path,
    ).toBe('corrects');
    const draft = await begun(fireId, 'bulletin', { corrects: old.id, reason: '面积复测' });
    expect(draft).toMatchObject({ fields: old.fields, corrects: { id: old.id, number: old.issue.number, reason: '面积复测' } });
    const fresh = await issued(draft, { area: '5 公顷' });
    const [page] = await pagesOf((await file('wenchuan', fresh.id, 'pdf')).bytes);
    expect(page?.text).toContain(`本件更正〔${old.issue.number.year}〕${old.issue.number.count}号。原因：面积复测`);
    expect((await call('wenchuan', 'documentList', { fireId })).body.data.map(({ id }: { id: string }) => id)).toEqual([fresh.id, old.id]);
  });

  it('that is a draft can be discarded; outside the grid it is missing, and without the right it cannot be changed', async () => {
    const fireId = await fireInProgress();
    const draft = await begun(fireId, 'bulletin');
    for (const [name, body, id] of [
      ['documentList', { fireId }, ''],
      ['beginDocument', { fireId, kind: 'bulletin' }, ''],
      ['reviseDocument', { revision: 1, fields: {} }, draft.id],
      ['issueDocument', { id: draft.id, revision: 1 }, ''],
      ['discardDocument', {}, draft.id],
    ] as const)
      expect([name, (await call('lixian', name, body, id)).status]).toEqual([name, 404]);
    expect((await file('lixian', draft.id, 'pdf')).status).toBe(404);
    expect((await file('viewer', draft.id, 'pdf')).status).toBe(403);
    expect((await call('viewer', 'documentList', { fireId })).status).toBe(403);
    expect((await call('wenchuan', 'discardDocument', {}, draft.id)).body.code).toBe(200);
    expect((await call('wenchuan', 'documentList', { fireId })).body.data).toEqual([]);
  });
});

describe('a situation map', () => {
  it('is one landscape page with the names of its symbols, in their state at issue', async () => {
    const fireId = await fireInProgress();
    await plotted(fireId, 'polygon', 'burnt-area', '', ring);
    await plotted(fireId, 'line', 'fire-front', '北线', ring.slice(0, 2));
    await plotted(fireId, 'point', 'command-post', '前指', [WENCHUAN]);
    const map = await issued(await begun(fireId, 'situation-map'), { note: '西北风，火势向东南蔓延。' });
    await plotted(fireId, 'point', 'danger', '后来的', [WENCHUAN]);
    const [page, ...more] = await pagesOf((await file('wenchuan', map.id, 'pdf')).bytes);
    expect(more).toEqual([]);
    expect(page?.isLandscape).toBe(true);
    for (const part of ['火场态势图', '图例：', '过火区', '火线', '前线指挥部', '制图 汶川县值班员', '西北风'])
      expect(page?.text).toContain(part);
    expect(page?.text).not.toContain('危险点');
    const word = await file('wenchuan', map.id, 'docx');
    expect(await wordText(word.bytes)).toContain('前线指挥部');
  });

  it('can draw every symbol', async () => {
    const fireId = await fireInProgress();
    const points = { point: 1, label: 1, line: 2, arrow: 2, polygon: 4 } as const;
    for (const symbol of PLOT_SYMBOLS) {
      const { kind } = plotSymbols[symbol];
      expect((await plotted(fireId, kind, symbol, '', ring.slice(0, points[kind]))).body.code).toBe(200);
    }
    const draft = await begun(fireId, 'situation-map');
    const [page] = await pagesOf((await file('wenchuan', draft.id, 'pdf')).bytes);
    for (const symbol of PLOT_SYMBOLS) expect(page?.text).toContain(plotSymbols[symbol].zh);
  });
});

it('a document of an exercise has stripes on every page, and a number from a separate series', async () => {
  const { exercise: exerciseCalls, alarm: alarmCalls } = contract;
  const leader = { token: world.tokens.lixian };
  const script = [{ kind: 'report', position: LIXIAN, minutes: 0, description: '演练火情' }];
  const exercise = (await world.server.call('POST', exerciseCalls.exerciseBegin.path, { ...leader, body: { name: '春季演练', script } }))
    .body.data;
  const drilled = await vi.waitFor(
    async () => {
      const { body } = await world.server.call('GET', `${alarmCalls.latestAlarms.path}?withDrills=1`, leader);
      const [alarm] = body.data.filter((one: { drill?: boolean }) => one.drill);
      if (!alarm) throw new Error('not yet');
      return alarm;
    },
    { timeout: 10_000, interval: 50 },
  );
  await world.act('lixian', 'monitorJudge', { fireId: drilled.id, isReal: 1 });
  const draft = (await call('lixian', 'beginDocument', { fireId: drilled.id, kind: 'bulletin' })).body.data;
  expect(draft.isDrill).toBe(true);
  const revised = (await revise('lixian', draft, SIGNED)).body.data;
  const done = (await call('lixian', 'issueDocument', { id: draft.id, revision: revised.revision })).body.data;
  expect(done.issue.number.count).toBe(1);
  for (const { text } of await pagesOf((await file('lixian', done.id, 'pdf')).bytes)) expect(text).toContain('演练');
  const received = await world.receivedDuring('lixian', () =>
    call('lixian', 'issueOrder', { fireId: drilled.id, receivers: [{ name: '甲队' }], content: '演练命令' }),
  );
  expect(received.map(({ topic }) => topic.split('/')[1])).toEqual(['exercise']);
  await world.server.call('POST', exerciseCalls.exerciseEnd.path, { ...leader, body: { id: exercise.id } });
});
