// The demo's emergency plan: one for Aba, in force, so that a fire has a plan to start. It is invented, and labelled 演示.
import { randomUUID } from 'node:crypto';
import type { GridNo, System } from '@lookout/domain';
import { applyToPlan, type Plan, type PlanContent, type PlanPayloads } from '@lookout/features/plan/plan.ts';
import type { Store } from '@lookout/features/store.ts';
import { eventBy } from '../services/journal.ts';

const GRID = '513200' as GridNo;
const ACTOR: System = { kind: 'system', name: '演示' };

const item = (id: string, level: 1 | 2 | 3 | 4, withinMinutes: number, who: string, text: string) => ({
  id,
  level,
  withinMinutes,
  who,
  text,
});
const duty = (post: string, phone: string | null, duty: string) => ({ post, person: null, phone, duty });

const CONTENT: PlanContent = {
  title: '阿坝州森林草原火灾应急预案（演示）',
  conditions: [
    { level: 4, text: '发生森林草原火灾，县级力量可以控制，无人员伤亡，未威胁居民点和重要设施。' },
    { level: 3, text: '火场 2 小时未得到控制，或威胁居民点、重要设施，或跨县蔓延。' },
    { level: 2, text: '火场 12 小时未得到控制，或造成人员伤亡，或需要转移群众。' },
    { level: 1, text: '火场 24 小时未得到控制，严重威胁城镇、林区居民或重大设施，需要省级及以上力量增援。' },
  ],
  duties: [
    duty('指挥长', '000-0000-0001', '全面指挥扑救，决定响应级别的调整。'),
    duty('州森防办值班室', '000-0000-0002', '接报、核实、上报，传达指令，记录经过。'),
    duty('扑救组', '000-0000-0003', '组织专业与半专业队伍扑救，清理和看守火场。'),
    duty('转移安置组', '000-0000-0004', '转移受威胁的群众，设置安置点。'),
    duty('气象保障组', null, '每小时提供火场天气和风向变化。'),
  ],
  contacts: [
    { name: '消防救援支队', unit: '州消防救援支队', phone: '000-0000-0011' },
    { name: '航空护林站', unit: '航空护林站', phone: '000-0000-0012' },
    { name: '州气象台', unit: '州气象局', phone: '000-0000-0013' },
  ],
  items: [
    item('verify', 4, 10, '值班员', '核实火情位置、面积和风向，确认有无人员受威胁'),
    item('report', 4, 15, '值班员', '向上级森防办和同级政府报告'),
    item('send', 4, 20, '扑救组', '派出就近的专业扑火队，明确带队人和安全员'),
    item('ban', 4, 30, '县林草局', '封控进山路口，禁止无关人员进入火场'),
    item('command', 3, 30, '指挥长', '到达现场，成立前线指挥部'),
    item('weather', 3, 30, '气象保障组', '提供火场未来 6 小时天气'),
    item('villages', 3, 60, '转移安置组', '通知受威胁村组做好转移准备'),
    item('evacuate', 2, 60, '转移安置组', '转移受威胁的群众并清点人数'),
    item('air', 2, 90, '指挥长', '申请航空消防力量'),
    item('support', 1, 60, '指挥长', '请求省级指挥部派出跨区增援'),
  ],
  files: [],
};

type Change = { [K in keyof PlanPayloads]: { readonly kind: K; readonly payload: PlanPayloads[K] } }[keyof PlanPayloads];

/** Writes the plan once. If the grid has a plan, or had one, nothing is written. */
export async function seedDemoPlan(store: Store, now: Date): Promise<void> {
  const { total } = await store.plans.page(GRID, {}, { offset: 0, limit: 1 });
  if (total > 0) return;
  const id = randomUUID();
  const { name } = ACTOR;
  const draft: Plan = {
    id,
    planId: randomUUID(),
    version: 1,
    gridNo: GRID,
    state: 'draft',
    revision: 1,
    content: CONTENT,
    createdBy: name,
    createdAt: now,
    changedBy: name,
    changedById: null,
    changedAt: now,
    submittedBy: null,
    submittedById: null,
    submittedAt: null,
    reviewedBy: null,
    reviewedAt: null,
    reviewNote: null,
  };
  const changes: readonly Change[] = [
    { kind: 'plan.drafted', payload: { plan: draft } },
    { kind: 'plan.submitted', payload: {} },
    { kind: 'plan.approved', payload: { note: '演示数据' } },
  ];
  const events = changes.map((change) => eventBy({ actor: ACTOR, requestId: null }, now, change, { objectId: id, gridNo: GRID }));
  const plan = changes.reduce<Plan | null>(
    (before, change) => applyToPlan(before, { ...change, happenedAt: now }, { name, accountId: null }),
    null,
  );
  if (plan === null) throw new Error('the demo plan came to nothing');
  await store.transaction(async (tx) => {
    await tx.plans.create(plan);
    await tx.events.append(events.map((event) => ({ event, numbers: 1 })));
  });
}
