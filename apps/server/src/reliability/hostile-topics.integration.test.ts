// Which accounts may subscribe to which live topics: every demo account tries every kind of topic. Mutated packets are tested in
// packages/live.

import { type Capability, parseGridNo } from '@lookout/domain';
import { mayReceive, TOPIC_KINDS, type TopicKind } from '@lookout/features/live-topics.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNTS } from '../settings/demo-accounts.ts';
import { type MqttProbe, mqttProbe, type Session, startTestServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const GRIDS = [
  '100000',
  '510000',
  '513200',
  '513221',
  '513222',
  '513221100',
  '410781',
  '410000',
  '230000',
  '530300',
  '513300',
  '532100',
  '501000',
];
/** Topics refused to every account. */
const FOREIGN_TOPICS = [
  '#',
  '+',
  '+/#',
  '/#',
  '/',
  '',
  'lookout',
  'lookout/#',
  'lookout/+',
  'lookout/+/+',
  'lookout/+/513221',
  'lookout/#/513221',
  '+/newFire/513221',
  'lookout/newFire',
  'lookout/newFire/',
  'lookout//513221',
  '/lookout/newFire/513221',
  'lookout/newFire/513221/',
  'lookout/newFire/513221/#',
  '$SYS/#',
  '$SYS/broker/clients',
  '$share/g/lookout/newFire/513221',
  '$share/g/#',
  '$queue/lookout/newFire/513221',
  'lookout/newfire/513221',
  'LOOKOUT/newFire/513221',
  'lookout/newFire/5132',
  'lookout/newFire/51322+',
  'lookout/newFire/513221#',
  'lookout/newFire/51%',
  'lookout/newFire/５１３２２１',
  'lookout/newFire/ 513221',
  'lookout/newFire/513221 ',
  'lookout/newFire/101000',
  'lookout/newFire/000000',
  'lookout-relay/from/another',
  'lookout-relay/#',
  'lookout/__proto__/513221',
  'lookout/constructor/513221',
  'lookout/secret/513221',
];

/**
 * An independent implementation of the rule of docs/interface.md "Live": own grid and below, only with the kind's right, wildcards only for
 * the nation.
 */
const isBelow = (own: string, grid: string): boolean =>
  own === '100000' || (grid !== '100000' && grid.startsWith(own.replace(/(00)+$/, '')));

const openProbe = async (session: Session): Promise<MqttProbe> => {
  const probe = await mqttProbe(server.mqttUrl, session.accid, session.access_token);
  expect(probe.code).toBe(0);
  return probe;
};
/** The broker may close the connection on an invalid filter. That counts as refused, and the next filter needs a new connection. */
async function isGranted(probe: MqttProbe, filter: string): Promise<boolean | 'cut'> {
  return Promise.race([probe.subscribe(filter).catch(() => 'cut' as const), probe.closed.then(() => 'cut' as const)]);
}

const accounts = DEMO_ACCOUNTS.filter(({ userName }) => !/^ranger(0[3-9]|1\d|20)$/.test(userName));

/** Topics that also apply from the grids above. */
const DOWNWARDS: ReadonlySet<string> = new Set(['operatingMode', 'coverage']);
/** Rights for the topics that need more than the right to watch alarms. */
const RIGHTS: Readonly<Record<string, Capability>> = { teamTrajectory: 'see-rangers', hazardWarning: 'set-up-cameras' };

describe.each(accounts.map(({ userName, gridNo, rights }) => ({ userName, gridNo, rights })))(
  '$userName of $gridNo',
  ({ userName, gridNo, rights }) => {
    it('receives its own grid and those below it, by the rights it has, and nothing else', async () => {
      const session = await server.login(userName);
      const has = (right: Capability) => (rights as readonly Capability[]).includes(right);
      const expectedOf = (kind: TopicKind): Record<string, boolean> => {
        const mayKind = has(RIGHTS[kind] ?? 'watch-alarms');
        const isReceived = (grid: string) => isBelow(gridNo, grid) || (DOWNWARDS.has(kind) && isBelow(grid, gridNo));
        const grids = GRIDS.map((grid) => [`lookout/${kind}/${grid}`, mayKind && parseGridNo(grid) !== null && isReceived(grid)] as const);
        const wildcards = ['+', '#'].map((wildcard) => [`lookout/${kind}/${wildcard}`, mayKind && gridNo === '100000'] as const);
        return Object.fromEntries([...grids, ...wildcards]);
      };
      // A connection may have 200 subscriptions, so each kind has a connection of its own.
      for (const expected of [...TOPIC_KINDS.map(expectedOf), Object.fromEntries(FOREIGN_TOPICS.map((filter) => [filter, false]))]) {
        let probe = await openProbe(session);
        const ask = async (filter: string): Promise<boolean> => {
          const answer = await isGranted(probe, filter);
          if (answer === 'cut') probe = await openProbe(session);
          return answer === true;
        };
        const answers: Record<string, boolean> = {};
        for (const filter of Object.keys(expected)) answers[filter] = await ask(filter);
        expect(answers).toEqual(expected);
        for (const [filter, granted] of Object.entries(expected))
          expect(mayReceive({ gridNo, rights: new Set(rights) }, filter), filter).toBe(granted);
        probe.end();
      }
    });
  },
);

it('an unknown token, another account’s name, an empty password and an ended session’s token cannot connect', async () => {
  const [aba, wenchuan] = [await server.login('aba'), await server.login('wenchuan')];
  await server.call('POST', '/api/auth/jwt/invalid', { token: wenchuan.access_token, body: {} });
  for (const [userName, password] of [
    [aba.accid, 'x'.repeat(43)],
    [wenchuan.accid, aba.access_token],
    ['aba', aba.access_token],
    [aba.accid, ''],
    ['', aba.access_token],
    ['', ''],
    [aba.accid, `${aba.access_token} `],
    [wenchuan.accid, wenchuan.access_token],
    [aba.accid, 'x'.repeat(60_000)],
    ['__proto__', aba.access_token],
  ] as const) {
    const code = await mqttProbe(server.mqttUrl, userName, password).then(
      (probe) => {
        probe.end();
        return probe.code;
      },
      () => 'cut off',
    );
    expect([4, 5, 'cut off'], `${userName} ${password.slice(0, 20)}`).toContain(code);
  }
});
