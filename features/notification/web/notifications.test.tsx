import { codedError } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import {
  NO_NOTIFICATIONS,
  type NotificationChoice,
  type OwnNotifications,
  type PolicyInForce,
  type RecordedNotification,
  type Webhook,
} from '../notification.ts';
import { NotificationsPage } from './NotificationsPage.tsx';
import { pushOf } from './push-browser.ts';

const { incident: incidentCalls, notification: notificationCalls } = contract;

const ID = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0001';
const at = (text: string) => new Date(`2026-11-24T${text}+08:00`);
const WENCHUAN = { gridNo: '513221' as GridNo, gridName: '汶川县' };
const own = (choice: Partial<NotificationChoice> = {}, over: Partial<OwnNotifications> = {}): OwnNotifications => ({
  choice: { ...NO_NOTIFICATIONS, ...choice },
  phone: '138****01',
  isSent: { sms: true, email: false },
  pushKey: 'BKey',
  browsers: 0,
  ...over,
});
const hook: Named<Webhook> = {
  ...WENCHUAN,
  id: ID,
  name: '指挥系统',
  url: 'https://command.example.cn/hook',
  least: 'confirmed',
  enabled: true,
  version: 3,
  createdBy: '汶川县值班员',
  createdAt: at('10:00:00'),
  changedBy: '汶川县值班员',
  changedAt: at('10:00:00'),
};
const record = (over: Partial<RecordedNotification> = {}): RecordedNotification => ({
  ...WENCHUAN,
  id: ID,
  kind: 'fire',
  alarmId: ID,
  receiver: '汶川县值班员',
  channel: 'sms',
  address: '138****01',
  stage: 'unjudged',
  repeat: 0,
  isDuty: false,
  title: '【林火·待核实】汶川县',
  content: '威州镇，11-24 10:00由摄像头发现，请登录系统核实。',
  state: 'sent',
  attempts: 1,
  reason: null,
  createdAt: at('10:00:00'),
  nextAttemptAt: null,
  settledAt: at('10:00:01'),
  gatheredInto: null,
  ...over,
});
const pageOf = <T,>(list: readonly T[]) => ({ total: list.length, pageNo: 1, pageSize: 20, list: [...list] });

function open(tab: string, options: Parameters<typeof openDesk>[0] = {}) {
  const desk = openDesk({ at: `/notifications?tab=${tab}`, ...options });
  answerOwnGrid(desk.wire);
  return desk;
}

describe("the user's own settings", () => {
  it('show how the user is notified, and are saved as shown', async () => {
    const { wire, user, show } = open('own');
    wire.on(notificationCalls.notificationChoice, () =>
      own({ channels: { sms: 'unjudged' }, quiet: { begin: 1_320, end: 420, except: 'confirmed' } }),
    );
    wire.on(notificationCalls.chooseNotifications, () => undefined);
    show(<NotificationsPage />);
    await screen.findByText('发到 138****01');
    screen.getByText('系统没有配置这一渠道，消息只存入记录');
    expect((screen.getByLabelText('开始') as HTMLInputElement).value).toBe('22:00');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('通知设置已保存');
    expect(wire.calls(notificationCalls.chooseNotifications)[0]?.body).toEqual({
      channels: { sms: 'unjudged' },
      email: null,
      grids: [],
      quiet: { begin: 1_320, end: 420, except: 'confirmed' },
      tellsEnd: true,
      language: 'zh',
    });
  });

  it('for e-mail need an address; a refusal by the server is shown at its field', async () => {
    const { wire, user, show } = open('own');
    wire.on(notificationCalls.notificationChoice, () => own({ channels: { email: 'confirmed' } }, { phone: null }));
    show(<NotificationsPage />);
    await screen.findByText('本账号没有手机号，请联系管理员');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('请填写邮箱地址');
    expect(wire.calls(notificationCalls.chooseNotifications)).toHaveLength(0);
    wire.on(notificationCalls.chooseNotifications, () =>
      refusedBy(codedError('notification-email-format'), [{ path: 'email', message: '这个地址不能用' }]),
    );
    fill(screen.getByLabelText('邮箱地址'), 'zhang@example.cn');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('这个地址不能用');
  });

  it('that cannot be loaded report this, and can be requested again', async () => {
    const { wire, user, show } = open('own');
    wire.on(notificationCalls.notificationChoice, () => LOST);
    show(<NotificationsPage />);
    const retry = await screen.findByRole('button', { name: /重试/ });
    wire.on(notificationCalls.notificationChoice, () => own());
    await user.click(retry);
    await screen.findByText('发到 138****01');
  });

  it('are the only tab for a user who may only watch', async () => {
    const { wire, show } = open('webhooks', { rights: ['watch-alarms'] });
    wire.on(notificationCalls.notificationChoice, () => own());
    show(<NotificationsPage />);
    await screen.findByText('发到 138****01');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['我的通知']);
  });
});

describe('this browser', () => {
  const registration = (subscription: Partial<PushSubscription> | null) => {
    const made = {
      endpoint: 'https://push.example/1',
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    };
    return {
      pushManager: { getSubscription: vi.fn(async () => subscription), subscribe: vi.fn(async () => made) },
    } as unknown as ServiceWorkerRegistration & { pushManager: { subscribe: ReturnType<typeof vi.fn> } };
  };
  const pageWith = (found: ServiceWorkerRegistration | undefined, permission: NotificationPermission = 'granted') => ({
    navigator: {
      serviceWorker: { getRegistration: async () => found, register: vi.fn(async () => found) } as unknown as ServiceWorkerContainer,
    },
    Notification: { permission },
    PushManager: {},
  });

  it('receives messages or not, or does not support them', async () => {
    expect(await pushOf({ navigator: {} }).state()).toBe('unsupported');
    expect(await pushOf(pageWith(undefined)).state()).toBe('off');
    expect(await pushOf(pageWith(registration(null))).state()).toBe('off');
    expect(await pushOf(pageWith(registration({}), 'denied')).state()).toBe('denied');
    expect(await pushOf(pageWith(registration({}))).state()).toBe('on');
  });

  it('is bound to the key of this server only: an older subscription is removed first', async () => {
    const older = { unsubscribe: vi.fn(async () => true) };
    const found = registration(older);
    const page = pageWith(found);
    expect(await pushOf(page).subscribe('BKey')).toEqual({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } });
    expect(page.navigator.serviceWorker.register).toHaveBeenCalledWith('/push-worker.js', { scope: '/push/' });
    expect(older.unsubscribe).toHaveBeenCalledTimes(1);
    expect(found.pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' });
  });
});

describe('the record', () => {
  it('shows who was notified of what and why not, by the filters of the address', async () => {
    const { wire, show } = open(`records&alarm=${ID}&state=failed`);
    wire.on(notificationCalls.notificationPage, () =>
      pageOf([record({ state: 'failed', reason: '短信网关返回 HTTP 503', settledAt: null, repeat: 2, isDuty: true, attempts: 5 })]),
    );
    show(<NotificationsPage />);
    const row = within(await screen.findByRole('row', { name: /汶川县值班员/ }));
    row.getByText('短信网关返回 HTTP 503');
    row.getByText('汶川县值班员 138****01');
    expect(row.getByRole('link', { name: '待核实 · 第2次提醒 · 值班' }).getAttribute('href')).toBe(`/manage/monitor?alarm=${ID}`);
    expect(wire.calls(notificationCalls.notificationPage)[0]?.body).toMatchObject({ alarmId: ID, state: 'failed', channel: null });
  });

  it('shows which message of a flood included a fire', async () => {
    const { wire, show } = open('records');
    const into = { id: ID, state: 'sent', createdAt: at('10:01:00') } as const;
    wire.on(notificationCalls.notificationPage, () =>
      pageOf([
        record({ state: 'summed', gatheredInto: into }),
        record({ id: '5a000000-0000-4000-8000-000000000002', state: 'gathering', settledAt: null }),
      ]),
    );
    show(<NotificationsPage />);
    expect(await screen.findByText('并入 2026-11-24 10:01:00 的消息（已发送）')).toBeTruthy();
    expect(screen.getByText('待合并').title).toContain('最多单独通知十条');
  });

  it('without rows explains what would be listed', async () => {
    const { wire, show } = open('records');
    wire.on(notificationCalls.notificationPage, () => pageOf([]));
    show(<NotificationsPage />);
    await screen.findByText('还没有通知');
  });
});

describe('webhooks', () => {
  it('are created with a secret that is shown once', async () => {
    const { wire, user, show } = open('webhooks');
    wire.on(notificationCalls.webhookPage, () => pageOf([hook]));
    wire.on(notificationCalls.createWebhook, () => ({ ...hook, secret: 'whsec_abc' }));
    show(<NotificationsPage />);
    await user.click(await screen.findByRole('button', { name: '新建网络回调' }));
    const drawer = within(await screen.findByRole('dialog', { name: '新建网络回调' }));
    await user.click(drawer.getByRole('button', { name: /保\s?存/ }));
    await drawer.findByText('请填写名称');
    expect(wire.calls(notificationCalls.createWebhook)).toHaveLength(0);
    fill(drawer.getByLabelText('名称'), '指挥系统');
    fill(drawer.getByLabelText('网址'), 'https://command.example.cn/hook');
    await user.click(drawer.getByRole('button', { name: /保\s?存/ }));
    const shown = within(await screen.findByRole('dialog', { name: '网络回调已建立：指挥系统' }));
    expect((shown.getByLabelText('签名密钥') as HTMLInputElement).value).toBe('whsec_abc');
    expect(wire.calls(notificationCalls.createWebhook)[0]?.body).toMatchObject({ name: '指挥系统', least: 'confirmed', enabled: true });
  });

  it('are tested, and report why a test failed', async () => {
    const { wire, user, show } = open('webhooks');
    wire.on(notificationCalls.webhookPage, () => pageOf([hook]));
    wire.on({ ...notificationCalls.testWebhook, path: notificationCalls.testWebhook.path.replace('{id}', ID) }, () => ({
      reason: '对方应答 HTTP 500',
    }));
    show(<NotificationsPage />);
    await user.click(await screen.findByRole('button', { name: /测\s?试/ }));
    await screen.findByText('测试未成功：对方应答 HTTP 500');
  });
});

describe('the policy of a duty list', () => {
  it('shows the grid that set it, and is saved for the displayed grid', async () => {
    const { wire, user, show } = open('policy');
    const policy: PolicyInForce = {
      ...WENCHUAN,
      dutyLevel: 'confirmed',
      repeatMinutes: 5,
      repeats: 6,
      fromGridName: '阿坝州',
      changedBy: '阿坝州值班员',
      changedAt: at('10:00:00'),
      reach: { onList: 3, reached: 2, from: 'confirmed', gap: null },
    };
    wire.on(notificationCalls.notificationPolicy, () => policy);
    wire.on(notificationCalls.saveNotificationPolicy, () => policy);
    const whose = { ...WENCHUAN, fromGridName: '阿坝州', changedBy: '阿坝州值班员', changedAt: at('10:00:00') };
    wire.on(incidentCalls.incidentPolicy, () => ({ ...whose, inheritsVerdict: false }));
    wire.on(incidentCalls.saveIncidentPolicy, () => ({ ...whose, inheritsVerdict: true }));
    show(<NotificationsPage />);
    await screen.findByText(/沿用阿坝州的策略/);
    screen.getByText('值班名单 3 人，其中 2 人会收到通知（确认真火起）。');
    fill(screen.getByLabelText('提醒间隔（分钟）'), '10');
    await user.click(screen.getByRole('button', { name: '保存策略' }));
    await waitFor(() =>
      expect(wire.calls(notificationCalls.saveNotificationPolicy)[0]?.body).toEqual({
        gridNo: '513221',
        dutyLevel: 'confirmed',
        repeatMinutes: 10,
        repeats: 6,
      }),
    );
    await user.click(screen.getByRole('switch', { name: '并入在燃火情的新火警沿用其判定' }));
    await waitFor(() => expect(wire.calls(incidentCalls.saveIncidentPolicy)[0]?.body).toEqual({ gridNo: '513221', inheritsVerdict: true }));
  });

  it.each([
    ['no-channel', /^汶川县有火警时没有人会收到通知：名单上 3 人的每个渠道都是“不接收”/, /在下面“短信通知值班名单”中选一个级别/],
    ['nobody-on-list', /^汶川县有火警时没有人会收到通知：值班名单上没有人/, /请在“系统管理”中新建/],
  ] as const)('that reaches nobody reports this and how to change it: %s', async (gap, title, todo) => {
    const { wire, show } = open('policy');
    const whose = { ...WENCHUAN, fromGridName: null };
    wire.on(notificationCalls.notificationPolicy, () => ({
      ...{ ...whose, changedBy: null, changedAt: null, dutyLevel: null, repeatMinutes: 5, repeats: 6 },
      reach: { onList: gap === 'nobody-on-list' ? 0 : 3, reached: 0, from: null, gap },
    }));
    wire.on(incidentCalls.incidentPolicy, () => ({ ...whose, changedBy: null, changedAt: null, inheritsVerdict: false }));
    show(<NotificationsPage />);
    await screen.findByText(title);
    screen.getByText(todo);
  });
});
