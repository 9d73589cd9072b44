// Errors of geological hazards: points, monitors, readings, warnings.
import { business, conflict, invalid } from '@lookout/contract';

type By = { by: string };
type Most = { most: number };

export const hazardErrors = {
  'hazard-code-needed': invalid('请填写统一编号', 'Please enter the code'),
  'hazard-name-needed': invalid('请填写隐患点名称', 'Please enter the name of the hazard point'),
  'hazard-kind': invalid('类型应为滑坡、崩塌或泥石流', 'The kind is a slide, a fall or a debris flow'),
  'hazard-level': invalid('等级应为特大型、大型、中型或小型', 'The grade is extra large, large, medium or small'),
  'hazard-state': invalid('状态应为在册或已核销', 'The state is registered or written off'),
  'hazard-place-needed': invalid('请选择隐患点的位置', 'Please choose the place of the hazard point'),
  'hazard-note-needed': invalid('请填写处置情况', 'Please enter what was done'),
  'monitor-code-needed': invalid('请填写设备编号', 'Please enter the code of the monitor'),
  'monitor-name-needed': invalid('请填写设备名称', 'Please enter the name of the monitor'),
  'monitor-kind': invalid('监测类型不正确', 'This is not a kind of monitor'),
  'monitor-code-twice': invalid('设备编号重复', 'The code of this monitor is given twice'),
  'monitors-at-most': invalid<Most>(
    ({ most }) => `一个隐患点最多${most}个监测设备`,
    ({ most }) => `A hazard point has at most ${most} monitors`,
  ),
  'monitor-not-of-hazard': invalid('这个设备不属于该隐患点', 'This monitor does not belong to the hazard point'),
  'monitor-code-taken': invalid('设备编号已被其他隐患点使用', 'Another hazard point has a monitor with this code'),
  'threshold-order': invalid('阈值应按蓝、黄、橙、红依次增大', 'Thresholds must rise from blue through yellow and orange to red'),
  'hazard-revised': conflict<By>(
    ({ by }) => `${by} 已修改该隐患点`,
    ({ by }) => `${by} has changed this hazard point`,
  ),
  'hazard-code-taken': conflict<{ name: string }>(
    ({ name }) => `统一编号已由“${name}”使用`,
    ({ name }) => `"${name}" has this code already`,
  ),
  /** The message reveals nothing about the point in the other grid. */
  'hazard-code-elsewhere': invalid('统一编号已由其他网格使用', 'Another grid has a hazard point with this code'),
  'hazards-registered-meanwhile': invalid(
    '导入时另有人登记了表中的隐患点，请再导入一次；已导入的不会重复',
    'Somebody registered points of this table meanwhile. Please import it again; rows that were already imported are not duplicated',
  ),
  'hazard-has-warning': business(
    '该隐患点有未关闭的预警，请先关闭',
    'This hazard point has a warning that is not closed; please close it first',
  ),

  'hazard-undo-late': business<{ minutes: number }>(
    ({ minutes }) => `删除已超过${minutes}分钟，不能撤销`,
    ({ minutes }) => `It was deleted more than ${minutes} minutes ago and cannot be restored`,
  ),

  'readings-needed': invalid('请提供读数的列表', 'Please give a list of readings'),
  'readings-at-most': invalid<Most>(
    ({ most }) => `一次最多${most}个读数`,
    ({ most }) => `At most ${most} readings at once`,
  ),
  'reading-needed': invalid('请提供读数', 'Please give the reading'),
  'reading-not-known': invalid<{ value: number }>(
    ({ value }) => `${value} 是“没有读数”的填充值：没有采用`,
    ({ value }) => `${value} is a fill value, not a reading; it was not stored`,
  ),
  'no-such-monitor': invalid('没有这个监测设备', 'There is no such monitor'),

  'warning-acknowledged': conflict<By>(
    ({ by }) => `已由${by}接警`,
    ({ by }) => `Already acknowledged by ${by}`,
  ),
  'warning-handled': conflict<By>(
    ({ by }) => `已由${by}处置`,
    ({ by }) => `Already handled by ${by}`,
  ),
  'warning-closed': conflict<By>(
    ({ by }) => `已由${by}关闭`,
    ({ by }) => `Already closed by ${by}`,
  ),
  'warning-not-handled': business(
    '尚未处置，也没有解除，不能关闭',
    'The warning is neither handled nor lifted, so it cannot be closed yet',
  ),
} as const;
