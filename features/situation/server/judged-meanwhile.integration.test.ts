// A document of a fire that is judged false while the document is being issued.

import type { Row } from '@lookout/contract';
import { NATION } from '@lookout/domain';
import { type AlarmWorld, judgedAs, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { untilLocked } from '@lookout/store/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

const { beginDocument, reviseDocument, issueDocument } = contract.situation;
const FIELDS = { to: '阿坝州森林草原防灭火指挥部', next: '夜间看守火场' };
let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

const call = async ({ method, path }: Row, body: object, id = '') =>
  (await world.server.call(method, path.replace('{id}', id), { token: world.tokens.wenchuan, body })).body;

const waiting = (many: number) => untilLocked(world.server.store.url, many);

it('a simultaneous judgement takes effect before the issue or after it: a fire judged false first gets no issue', async () => {
  const fireId = await world.raise('report');
  expect((await world.act('wenchuan', 'monitorJudge', { fireId, isReal: 1 })).body.code).toBe(200);
  const { id, revision, fields } = (await call(beginDocument, { fireId, kind: 'bulletin' })).data;
  const draft = (await call(reviseDocument, { revision, fields: { ...fields, ...FIELDS } }, id)).data;
  // The alarm is locked: both wait for it, the judgement first.
  const { judged, issued } = await world.server.store.transaction(async (tx) => {
    await tx.alarms.lockForUpdate(NATION, fireId);
    const judged = world.act('aba', 'correct', { id: fireId, ...judgedAs('false'), reason: '实为炊烟' });
    await waiting(1);
    const issued = call(issueDocument, { id, revision: draft.revision });
    await waiting(2);
    return { judged, issued };
  });
  expect((await judged).body.code).toBe(200);
  expect(await issued).toMatchObject({ error: { code: 'document-fire-false' } });
});
