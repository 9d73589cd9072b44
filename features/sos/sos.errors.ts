// Errors of SOS calls (求救).
import { business, conflict, invalid } from '@lookout/contract';

export const sosErrors = {
  'sos-id-taken': invalid('求救编号已被使用', 'This id belongs to another SOS'),
  'sos-accuracy': invalid('定位误差须在0到1000000米之间', 'The accuracy must be 0 to 1,000,000 metres'),
  'sos-reason-needed': invalid('请说明为什么取消', 'Please enter why it is called off'),
  'sos-outcome-needed': invalid('请选择处置结果', 'Please choose the outcome'),
  'sos-over': business('求救已结束或已取消', 'The SOS is over'),
  'sos-not-taken': business('请先接手，再填写处置结果', 'Take the SOS first, then close it'),
  'sos-taken': conflict<{ by: string }>(
    ({ by }) => `${by}已接手`,
    ({ by }) => `${by} has taken it`,
  ),
  'sos-changed': conflict('求救有了新的进展，请核对后再提交', 'The SOS has changed; please check it and try again'),
} as const;
