// Errors for the schema library's own rules: what is wrong with which field, never in the library's own text.
import { invalid, type Params, type Wording } from './entry.ts';

/** Field names for messages that appear without a form next to them. A field that is not in this table is not named. */
const FIELD_NAMES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  act: ['操作', 'The act'],
  address: ['地址', 'The address'],
  alarmType: ['报警类型', 'The type of alarm'],
  applicant: ['申请人', 'The applicant'],
  cause: ['起因', 'The cause'],
  checklist: ['检查清单', 'The checklist'],
  code: ['编号', 'The number'],
  comment: ['备注', 'The remark'],
  content: ['内容', 'The text'],
  controlUrl: ['控制地址', 'The control address'],
  dangerDescription: ['隐患描述', 'The description'],
  dangerType: ['隐患类型', 'The type of danger'],
  description: ['描述', 'The description'],
  deviceId: ['设备编号', "The device's number"],
  deviceName: ['设备名称', "The device's name"],
  districtName: ['区县', 'The county'],
  duty: ['职责', 'The duty'],
  dutyName: ['值班人', 'The officer on duty'],
  dutyPhone: ['值班电话', 'The phone of the duty'],
  fireNo: ['火点编号', 'The number of the fire'],
  fireNme: ['火情名称', 'The name of the fire'],
  from: ['发文单位', 'The sender'],
  fullName: ['姓名', 'The full name'],
  groupId: ['组织编号', 'The number of the organisation'],
  handleOpinions: ['处置意见', 'The opinion'],
  isPutOutNote: ['上报说明', 'The note'],
  isTrueNote: ['备注', 'The note'],
  lat: ['纬度', 'The latitude'],
  latitude: ['纬度', 'The latitude'],
  leaderName: ['负责人', 'The person responsible'],
  leaderPhone: ['负责人电话', 'The phone of the person responsible'],
  lng: ['经度', 'The longitude'],
  longitude: ['经度', 'The longitude'],
  manufacturer: ['厂商', 'The vendor'],
  measures: ['防范措施', 'The measures'],
  menuCode: ['菜单编号', 'The code of the menu'],
  menuName: ['菜单名称', 'The name of the menu'],
  monitorCode: ['监控点编号', 'The number of the monitoring point'],
  name: ['名称', 'The name'],
  note: ['备注', 'The note'],
  operatorName: ['派遣人', 'The name of the sender'],
  pageNo: ['页码', 'The number of the page'],
  pageSize: ['每页条数', 'The rows of a page'],
  person: ['人员', 'The person'],
  phone: ['电话', 'The phone number'],
  plate: ['车牌号', 'The number plate'],
  post: ['岗位', 'The post'],
  priority: ['优先级', 'The priority'],
  reason: ['原因', 'The reason'],
  reporterName: ['上报人', 'The reporter'],
  reporterPhone: ['上报人电话', "The reporter's phone"],
  reserve: ['备注', 'The remark'],
  resourceCode: ['资源编号', "The resource's number"],
  resourceName: ['检查对象', 'What was checked'],
  resourceType: ['资源类型', 'The kind of resource'],
  review: ['评估', 'The review'],
  source: ['来源', 'The source'],
  streamUrl: ['视频地址', 'The stream address'],
  streetName: ['乡镇', 'The township'],
  subStreamUrl: ['辅码流地址', 'The address of the second stream'],
  taskContent: ['任务内容', 'The task'],
  taskType: ['任务类型', 'The type of task'],
  text: ['文字', 'The text'],
  title: ['标题', 'The title'],
  to: ['收文单位', 'The receiver'],
  unit: ['单位', 'The unit'],
  userName: ['用户名', 'The user name'],
  verdict: ['结论', 'The verdict'],
  who: ['执行人', 'Who does it'],
};

interface OfField extends Params {
  /** The last name of the field's path, as in the request. */
  readonly field: string;
}

/** The Chinese message directly follows the field's name. The English message has the name as its subject. */
const rule = <P extends OfField>(zh: Wording<P>, en: Wording<P>) => {
  const worded = (wording: Wording<P>, params: P) => (typeof wording === 'string' ? wording : wording(params));
  return invalid<P>(
    (params) => `${FIELD_NAMES[params.field]?.[0] ?? ''}${worded(zh, params)}`,
    (params) => `${FIELD_NAMES[params.field]?.[1] ?? 'This'} ${worded(en, params)}`,
  );
};

export const schemaErrors = {
  'field-needed': rule<OfField>('没有填写', 'is missing'),
  'field-not-text': rule<OfField>('应为文字', 'must be text'),
  'field-not-number': rule<OfField>('应为数字', 'must be a number'),
  'field-not-whole': rule<OfField>('应为整数', 'must be a whole number'),
  'field-number-at-least': rule<OfField & { least: number }>(
    ({ least }) => `不能小于 ${least}`,
    ({ least }) => `cannot be less than ${least}`,
  ),
  'field-number-at-most': rule<OfField & { most: number }>(
    ({ most }) => `不能大于 ${most}`,
    ({ most }) => `cannot be more than ${most}`,
  ),
  /** `length` in characters (code points), as `most`. */
  'field-too-long': rule<OfField & { most: number; length: number }>(
    ({ most, length }) => `最多 ${most} 个字，现有 ${length} 个字`,
    ({ most, length }) => `has at most ${most} characters; it has ${length}`,
  ),
  'field-too-short': rule<OfField & { least: number; length: number }>(
    ({ least, length }) => `至少 ${least} 个字，现有 ${length} 个字`,
    ({ least, length }) => `has at least ${least} characters; it has ${length}`,
  ),
  'field-items-at-least': rule<OfField & { least: number }>(
    ({ least }) => `至少 ${least} 项`,
    ({ least }) => `needs at least ${least} items`,
  ),
  'field-items-at-most': rule<OfField & { most: number }>(
    ({ most }) => `最多 ${most} 项`,
    ({ most }) => `has at most ${most} items`,
  ),
  /** `offered`: wire values, for programs. People choose from a list with other labels. */
  'field-not-offered': rule<OfField & { offered: readonly (string | number | boolean | null)[] }>(
    '不是可选的值',
    'is none of the values offered',
  ),
  'field-unreadable': rule<OfField>('格式不正确', 'has a wrong form'),
} as const;
