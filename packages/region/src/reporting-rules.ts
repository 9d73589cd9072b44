// The rules by which fires are reported to higher levels (报送时限), by region, before an administrator has changed them. Each rule still has
// to be checked against its document by a person (待核对).
import type { GridNo } from '@lookout/domain';
import type { ReportCondition, ReportDeadline, ReportingRule, ReportRecipient } from '@lookout/features/reporting/reporting-rule.ts';
import type { RegionId } from './region.ts';

/** Empty for a region without rules; its page states this. */
export type ReportingRuleSet = readonly ReportingRule[];

const SICHUAN = '510000' as GridNo;
const SICHUAN_2011 = '川森防指[2011]3号';
const CITY_RULE = '某市报送规定（未具名）';

/** A report unread for this long is forwarded to the next level up. No source gives a number: it is assumed, and each rule states this. */
const ESCALATE_AFTER_MINUTES = 15;

const ESCALATION_ASSUMED = `未阅 ${ESCALATE_AFTER_MINUTES} 分钟转报上一级，没有出处`;
const AT_ONCE_ASSUMED = '“立即”按15分钟计';

interface Draft {
  readonly id: string;
  readonly condition: ReportCondition;
  readonly deadline?: ReportDeadline;
  readonly to?: ReportRecipient;
  readonly document?: string;
  readonly line: string;
  readonly assumed?: string;
  readonly enabled?: boolean;
}

const rule = ({
  id,
  condition,
  deadline = 'at-once',
  to = 'prefecture-and-province',
  document = SICHUAN_2011,
  line,
  assumed,
  enabled = true,
}: Draft): ReportingRule => ({
  id,
  gridNo: SICHUAN,
  condition,
  deadline,
  to,
  form: 'bulletin',
  escalateAfterMinutes: ESCALATE_AFTER_MINUTES,
  enabled,
  source: {
    document,
    line,
    assumed: [...(assumed ? [assumed] : []), ...(deadline === 'at-once' ? [AT_ONCE_ASSUMED] : []), ESCALATION_ASSUMED].join('；'),
  },
  revision: 0,
  changed: null,
  confirmed: null,
});

/** The rules of 川森防指[2011]3号 for reporting at once, and the rules from other sources. */
const SICHUAN_RULES: ReportingRuleSet = [
  rule({
    id: 'province-border',
    condition: { kind: 'border', level: 'province', metres: 5_000 },
    line: '省界附近',
    assumed: '“省界”按5公里内计',
  }),
  rule({ id: 'area-100', condition: { kind: 'area', hectares: 100 }, line: '过火面积 100 公顷以上' }),
  rule({ id: 'casualties', condition: { kind: 'casualties', dead: 3, badlyHurt: 10 }, line: '死亡 3 人以上或重伤 10 人以上' }),
  rule({
    id: 'threat',
    condition: { kind: 'threat', metres: 1_000 },
    line: '威胁居民点或重要设施',
    assumed: '登记的危险源1公里内视为受威胁的重要设施',
  }),
  rule({ id: 'burning-24h', condition: { kind: 'burning', hours: 24 }, line: '明火超过 24 小时', assumed: '自首次观测起算' }),
  rule({ id: 'forest', condition: { kind: 'forest' }, line: '原始林区或自然保护区' }),
  rule({
    id: 'prefecture-border',
    condition: { kind: 'border', level: 'prefecture', metres: 2_000 },
    line: '市、县界附近',
    assumed: '“市界”按2公里内计',
  }),
  rule({
    id: 'county-border',
    condition: { kind: 'border', level: 'county', metres: 1_000 },
    line: '市、县界附近',
    assumed: '“县界”按1公里内计',
  }),
  rule({ id: 'holiday', condition: { kind: 'holiday' }, line: '节假日' }),
  rule({ id: 'media', condition: { kind: 'media' }, line: '媒体询问' }),
  rule({ id: 'help', condition: { kind: 'help' }, line: '需要省里支援' }),
  rule({ id: 'pixels-3', condition: { kind: 'pixels', count: 3 }, line: '卫星热点 3 个像元以上', assumed: '一次过境内的像元数' }),
  // A rule of one city: listed for cities that have such a rule, and off by default.
  rule({
    id: 'first-report',
    condition: { kind: 'every-fire' },
    deadline: 'half-hour',
    to: 'next',
    document: CITY_RULE,
    line: '某市：30 分钟内',
    enabled: false,
  }),
  rule({
    id: 'final-report',
    condition: { kind: 'every-fire' },
    deadline: 'hour-after-out',
    to: 'next',
    document: CITY_RULE,
    line: '某市：扑灭后 1 小时内报全',
    enabled: false,
  }),
];

/** The rules by region. Separate from `REGIONS`, because pages request rules from the server and need not load them. */
export const REPORTING_RULES: Readonly<Record<RegionId, ReportingRuleSet>> = {
  sichuan: SICHUAN_RULES,
  'henan-xinxiang': [],
  heilongjiang: [],
  'yunnan-qujing': [],
  default: [],
};
