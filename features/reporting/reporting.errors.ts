// Errors of reports that are owed and of the rules behind them.
import { business, conflict, invalid } from '@lookout/contract';

type By = { by: string };

export const reportingErrors = {
  'report-by-its-grid': business(
    '由火情所在网格的席位报送，上级不能代报',
    'The desk of the fire’s own grid reports it; the desks above cannot',
  ),
  'report-sent': conflict<By>(
    ({ by }) => `已由${by}报送`,
    ({ by }) => `${by} has sent it already`,
  ),
  'report-lapsed': business('已核实不是火情，不再需要报送', 'It was found to be no fire, so no report is due any more'),
  'report-not-sent': business('还没有报送', 'It has not been sent yet'),
  'report-not-to-this-grid': business('这份报送不是发给本网格的', 'This report was not sent to this grid'),
  'report-needed': invalid('请选择要报送的事项', 'Select the reports to be sent'),
  'report-of-another-fire': invalid('一次只能报送同一起火情的事项', 'Only reports of one fire are sent together'),
  'report-document-elsewhere': invalid('这份快报不是这起火情的', 'This bulletin does not belong to this fire'),
  'report-document-issued': invalid('快报已签发，内容不能再改', 'The bulletin was issued; its text cannot be changed'),
  'report-fact-value': invalid(
    '填写的值与事实不符：人数和面积为不小于 0 的数，其他为是或否',
    'The value does not fit the fact: numbers are 0 or more, others yes or no',
  ),
  'report-fire-not-real': business('研判为真实火情后才能填写报送事实', 'Facts are noted once the alarm is judged a real fire'),
  'report-rule-revised': conflict<By>(
    ({ by }) => `规则刚被${by}修改`,
    ({ by }) => `${by} has just changed this rule`,
  ),
  'report-rule-condition': invalid('条件的种类不能改', 'The kind of the condition cannot be changed'),
  'report-rule-confirmed': business('规则已确认', 'The rule is confirmed already'),
} as const;
