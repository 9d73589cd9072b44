import type { GridNo } from '@lookout/domain';
import { appendUnpublished, registerEvent } from '@lookout/server/services/installation-events.ts';
import { DEMO_PASSWORD } from '@lookout/server/settings/demo-accounts.ts';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import { encrypt } from '@lookout/server/testing/sign-in.ts';
import { startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { ask } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // Each further server reads the boundaries again, also after the import. Only two provinces are left, to save reading the whole country.
  await ask(server.databaseUrl, "delete from area where no not like '51%' and no not like '41%'");
});
afterAll(() => server?.stop());

const WENCHUAN = '513221' as GridNo;
const USER_INFO = '/auth/api/auth/auth/user/auth';
const infoOf = async (token: string) => (await server.call('GET', USER_INFO, { token })).status;

/** After `act` the token is refused and its live connection is closed. reliability/several-servers tests within which time. */
async function expectEnd(userName: string, act: (token: string, accid: string) => Promise<unknown>): Promise<void> {
  const { access_token: token, accid } = await server.login(userName);
  expect(await infoOf(token)).toBe(200);
  const probe = await mqttProbe(server.mqttUrl, accid, token);
  expect(probe.code).toBe(0);
  await act(token, accid);
  await expect.poll(() => infoOf(token), { interval: 20 }).toBe(401);
  await probe.closed;
}

const encryptedBody = async (...texts: string[]) => {
  const { aeskey, nonce, encrypted } = await encrypt(server.base, ...texts);
  return { aeskey, nonce, encrypted };
};

async function changePassword(token: string, from: string, to: string) {
  const { aeskey, nonce, encrypted } = await encryptedBody(from, to);
  const body = { oldPasswd: encrypted[0], newPasswd: encrypted[1], aeskey, nonce };
  return server.call('PUT', '/auth/api/auth/user/modfiy/passwd', { token, body });
}

describe('a token is no longer accepted on HTTP and MQTT', () => {
  it('after logout', async () => {
    await expectEnd('aba', async (token) => {
      expect(await server.call('POST', '/api/auth/jwt/invalid', { token })).toMatchObject({
        status: 200,
        body: { code: 200, message: 'OK' },
      });
    });
  });

  it('after a forced logout', async () => {
    const { access_token: admin } = await server.login('guojia');
    await expectEnd('aba', async (_token, accid) => {
      expect((await server.call('POST', `/auth/api/auth/admin/user/${accid}/logout`, { token: admin })).status).toBe(200);
    });
  });

  it('after a password change, which also invalidates the old password', async () => {
    await expectEnd('weihui', async (token) => {
      expect(await changePassword(token, DEMO_PASSWORD, 'Anew#2026')).toMatchObject({ status: 200, body: { message: 'OK' } });
    });
    await expect(server.login('weihui')).rejects.toThrow('401');
    expect((await server.login('weihui', 'Anew#2026')).gridNo).toBe('410781');
  });

  it('when another server ended the session', async () => {
    const second = await startTestServer({ databaseUrl: server.databaseUrl });
    await expectEnd('aba', async (token) => {
      expect((await second.call('POST', '/api/auth/jwt/invalid', { token })).status).toBe(200);
    });
    await second.stop();
  });

  it('when it has expired', async () => {
    let ahead = 0;
    const clock = () => new Date(Date.now() + ahead);
    const hourglass = await startTestServer({ databaseUrl: server.databaseUrl, clock });
    const { access_token: token } = await hourglass.login('aba');
    expect((await hourglass.call('GET', USER_INFO, { token })).status).toBe(200);
    ahead = 12 * 3_600_000 + 1_000;
    await expect.poll(async () => (await hourglass.call('GET', USER_INFO, { token })).status, { interval: 20 }).toBe(401);
    await hourglass.stop();
  });
});

describe('MQTT', () => {
  it("refuses connections without a live token, or with another user's", async () => {
    const [aba, viewer] = [await server.login('aba'), await server.login('viewer')];
    for (const [userName, password] of [
      [aba.accid, 'x'.repeat(43)],
      [aba.accid, viewer.access_token],
      ['aba', aba.access_token],
    ] as const) {
      const probe = await mqttProbe(server.mqttUrl, userName, password);
      expect(probe.code).toBe(5);
      await probe.closed;
    }
  });
});

describe('a new password', () => {
  it("must follow the rule, and is refused with the rule's messages", async () => {
    const { access_token: token } = await server.login('heilongjiang');
    const message = '请检查密码位数及是否包含字母数字和符号';
    for (const bad of ['abc', 'abcdefg1', 'abc 1234!', "ab'1234!", 'a1!'.repeat(7)]) {
      expect(await changePassword(token, DEMO_PASSWORD, bad)).toMatchObject({
        status: 422,
        body: { data: [{ path: 'newPasswd', message }] },
      });
    }
    expect(await changePassword(token, DEMO_PASSWORD, '')).toMatchObject({
      status: 422,
      body: { data: [{ path: 'newPasswd', message: '请输入包含字母，数字和符号的6-18位的密码' }] },
    });
    expect(await infoOf(token)).toBe(200);
  });

  it('needs the old password', async () => {
    const { access_token: token } = await server.login('heilongjiang');
    expect(await changePassword(token, 'Wrong@2026', 'Anew#2026')).toMatchObject({
      status: 200,
      body: { code: 501, message: '原密码不正确' },
    });
    expect(await infoOf(token)).toBe(200);
  });
});

describe('the back office', () => {
  // Proves §7.7a, §7.7b
  it('verifies the password and answers OK or 验证失败，请重试', async () => {
    const { access_token: token } = await server.login('qujing');
    const verify = async (password: string) => {
      const { aeskey, nonce, encrypted } = await encryptedBody(password);
      return server.call('POST', '/auth/api/auth/user/verifyPasswd', { token, body: { passwd: encrypted[0], aeskey, nonce } });
    };
    expect(await verify(DEMO_PASSWORD)).toMatchObject({ status: 200, body: { code: 200, message: 'OK' } });
    expect(await verify('wrong1')).toMatchObject({ status: 200, body: { code: 501, message: '验证失败，请重试' } });
  });
});

describe('the user info', () => {
  // Proves §3.2a, §3.2b
  it("contains the user, the user's menus in order and the element codes", async () => {
    const { access_token: token } = await server.login('aba');
    const { body } = await server.call('GET', USER_INFO, { token });
    expect(body.data.userDTO).toMatchObject({
      id: expect.any(String),
      headUrl: null,
      userName: 'aba',
      fullName: '阿坝州值班员',
      gridNo: '513200',
      groupId: '001003001',
      topic: '513200',
    });
    expect(body.data.menuDTOS[0]).toMatchObject({ menuCode: 'bpMonitor', menuName: '预警监测', icon: 'monitor' });
    const visible = body.data.menuDTOS.filter(({ visible }: { visible: boolean }) => visible);
    expect(visible.map(({ menuName }: { menuName: string }) => menuName)).toEqual([
      '预警监测',
      '视频预览',
      '统计分析',
      '报警管理',
      '护林管理',
      '辅助决策',
      '用火报备',
      '灾后评估',
      '任务管理',
      '地质灾害',
    ]);
    expect(body.data.elementCodes).toEqual(['adminDelete', 'userAdmin', 'audit', 'rangerApp']);
  });

  it('is short for an account with few rights: the viewer has 预警监测 and what every account has', async () => {
    const { access_token: token } = await server.login('viewer');
    const { body } = await server.call('GET', USER_INFO, { token });
    expect(body.data.menuDTOS.map(({ menuCode }: { menuCode: string }) => menuCode)).toEqual(['bpMonitor', 'fireReport']);
    const tree = await server.call('GET', '/auth/api/auth/auth/list/menu/tree/by/user', { token });
    expect(tree.body.data.map(({ menuCode }: { menuCode: string }) => menuCode)).toEqual(['bpMonitor', 'fireReport']);
  });

  it('contains the area: boundary, centre, and the grids one level below', async () => {
    const { access_token: token } = await server.login('aba');
    const own = await server.call('GET', '/auth/api/auth/user/get/userArea', { token });
    expect(own.body.data).toMatchObject({ gridNo: '513200', centerLocationPoint: expect.stringMatching(/^POINT\(10\d\.\d+ 3\d\.\d+\)$/) });
    expect(JSON.parse(own.body.data.areasPoint).type).toBe('MultiPolygon');
    const below = await server.call('GET', '/auth/api/auth/user/get/userAreaNew', { token });
    expect(below.body.data.map(({ gridNo }: { gridNo: string }) => gridNo)).toEqual(expect.arrayContaining(['513200', '513221', '513222']));
    expect(below.body.data).toHaveLength(14);
    expect(below.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('contains the areas of a new import', async () => {
    const { access_token: token } = await server.login('aba');
    const wenchuan = async () => {
      const { body } = await server.call('GET', '/auth/api/auth/user/get/userAreaNew', { token });
      return body.data.find(({ gridNo }: { gridNo: string }) => gridNo === WENCHUAN);
    };
    expect(await wenchuan()).toMatchObject({ approximate: true });
    const corners = [
      [103, 31],
      [104, 31],
      [104, 32],
      [103, 31],
    ];
    await server.store.transaction(async (tx) => {
      await tx.areas.put('imported', [
        { no: WENCHUAN, boundary: { type: 'MultiPolygon', coordinates: [[corners]] }, centre: { lng: 103.7, lat: 31.3 } },
      ]);
      const origin = { actor: { kind: 'system', name: 'test' }, requestId: null } as const;
      await appendUnpublished(tx, [registerEvent(origin, new Date(), 'gazetteer', 1)]);
    });
    // As an import does, which is a separate process. The server checks the end of the event log once a second.
    await expect.poll(wenchuan, { timeout: 20_000 }).toMatchObject({ approximate: false, centerLocationPoint: 'POINT(103.7 31.3)' });
  });
});
